/** A text field among filters. */
"use client";
import { useEffect, useState } from "react";
import { cn } from "@/components/ui/cn.ts";
import { useIsHydrated } from "@/components/ui/use-is-hydrated.ts";

/** The search words apply when the operator stops typing. */
const TYPING_MS = 300;

type FilterTextProps = {
  label: string;
  placeholder: string;
  /** The value in the address. */
  value: string;
  onChange: (value: string) => void;
  className?: string;
};

export function FilterText({ label, placeholder, value, onChange, className }: FilterTextProps) {
  const isHydrated = useIsHydrated();
  const [typed, setTyped] = useState(value);
  const [applied, setApplied] = useState(value);
  if (value !== applied) {
    // The address has changed by other means: Back, Forward, or Clear.
    setApplied(value);
    if (value !== typed.trim()) setTyped(value);
  }
  useEffect(() => {
    const wanted = typed.trim();
    if (wanted === applied) return;
    const timer = setTimeout(() => onChange(wanted), TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed, applied, onChange]);
  return (
    <input
      type="search"
      aria-label={label}
      placeholder={placeholder}
      maxLength={200}
      readOnly={!isHydrated}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      className={cn(
        "h-8 rounded-md border bg-raised px-2.5 text-sm placeholder:text-faint hover:border-ink/60",
        value === "" ? "border-field" : "border-accent",
        className,
      )}
    />
  );
}
