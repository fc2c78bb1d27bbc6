/** A labelled line of the form of the rubric. */
"use client";
import { useId } from "react";
import { cn } from "@/components/ui/cn.ts";

export const FIELD =
  "w-full rounded-md border border-field bg-raised px-2 py-1 disabled:opacity-70 max-md:text-base";

type LineFieldProps = {
  label: string;
  value: string;
  max: number;
  onChange: (value: string) => void;
  className?: string;
};

export function LineField({ label, value, max, onChange, className }: LineFieldProps) {
  const id = useId();
  return (
    <div className={cn("grid content-start gap-1", className)}>
      <label htmlFor={id} className="text-xs text-faint">
        {label}
      </label>
      <input
        id={id}
        dir="auto"
        maxLength={max}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        className={FIELD}
      />
    </div>
  );
}
