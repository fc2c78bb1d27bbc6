/** One choice among a few: radio buttons with their arrow keys. */
"use client";
import { useId } from "react";
import { useIsHydrated } from "@/components/ui/use-is-hydrated.ts";

type Option<Value extends string> = { value: Value; name: string; hint?: string };

type ChoiceProps<Value extends string> = {
  label: string;
  value: Value;
  options: readonly Option<Value>[];
  onChange: (value: Value) => void;
};

export function Choice<Value extends string>(props: ChoiceProps<Value>) {
  const { label, value, options, onChange } = props;
  const id = useId();
  const isHydrated = useIsHydrated();
  return (
    <fieldset disabled={!isHydrated}>
      <legend className="mb-2 text-sm font-medium">{label}</legend>
      <div className="grid gap-1">
        {options.map((option) => (
          <label
            key={option.value}
            className="flex min-h-9 cursor-pointer items-start gap-2.5 py-1.5 max-md:min-h-11"
          >
            <input
              type="radio"
              name={id}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
              aria-describedby={option.hint ? `${id}-${option.value}` : undefined}
              className="mt-1 size-4 shrink-0 accent-(--color-accent)"
            />
            <span>
              <span className="block text-md">{option.name}</span>
              {option.hint && (
                <span id={`${id}-${option.value}`} className="block text-sm text-faint">
                  {option.hint}
                </span>
              )}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
