/** One select field among the filters of the list of runs. */
"use client";
import { cn } from "@/components/ui/cn.ts";
import { Select } from "@/components/ui/overlay/select.tsx";

/** The value of the first option, which filters nothing. */
const ANY = "";

type FilterSelectProps = {
  label: string;
  /** Undefined: any. */
  value: string | undefined;
  /** Values and labels. An unknown value from the address is added, so that it is shown as it is. */
  choices: readonly (readonly [string, string])[];
  onChoose: (value: string | null) => void;
  className?: string;
};

export function FilterSelect({ label, value, choices, onChoose, className }: FilterSelectProps) {
  const isKnown = value === undefined || choices.some(([choice]) => choice === value);
  const options = [
    { value: ANY, name: label },
    ...(isKnown ? [] : [{ value, name: value }]),
    ...choices.map(([choice, words]) => ({ value: choice, name: words })),
  ];
  return (
    <span className={cn("inline-flex", className)}>
      <Select
        label={label}
        value={value ?? ANY}
        options={options}
        onChange={(choice) => onChoose(choice || null)}
        className={value === undefined ? "text-soft" : "border-accent! font-medium text-ink"}
      />
    </span>
  );
}
