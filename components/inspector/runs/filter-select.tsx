"use client";
/** One choice among the filters: the browser's own list, so that every keyboard and telephone knows it. */
import { ChevronDown } from "lucide-react";
import { cn } from "@/components/ui/cn.ts";

type FilterSelectProps = {
  label: string;
  /** Undefined: any. */
  value: string | undefined;
  /** Value and words. A value that is not among them is added, so that the address is shown as it is. */
  choices: readonly (readonly [string, string])[];
  onChoose: (value: string | null) => void;
  className?: string;
};

export function FilterSelect({ label, value, choices, onChoose, className }: FilterSelectProps) {
  const isKnown = value === undefined || choices.some(([choice]) => choice === value);
  return (
    <span className={cn("relative inline-flex", className)}>
      <select
        aria-label={label}
        value={value ?? ""}
        onChange={(event) => onChoose(event.target.value || null)}
        className={cn(
          "h-8 w-full appearance-none truncate rounded-md border bg-raised pr-7 pl-2.5 text-sm hover:border-ink/60",
          value === undefined ? "border-field text-soft" : "border-accent font-medium text-ink",
        )}
      >
        <option value="">{label}</option>
        {!isKnown && <option value={value}>{value}</option>}
        {choices.map(([choice, words]) => (
          <option key={choice} value={choice}>
            {words}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute top-2.5 right-2 size-3.5 text-faint"
      />
    </span>
  );
}
