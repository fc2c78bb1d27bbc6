/** A small label for a kind or a state. */
import type { ReactNode } from "react";
import { cn } from "./cn.ts";
import { Explained } from "./explained.tsx";

type Tone = "neutral" | "accent" | "good" | "warn" | "danger";

const TONES: Record<Tone, string> = {
  neutral: "border-line-strong text-soft",
  accent: "border-transparent bg-accent-wash text-accent-strong",
  good: "border-transparent bg-good-wash text-good",
  warn: "border-transparent bg-warn-wash text-warn",
  danger: "border-transparent bg-danger-wash text-danger",
};

type ChipProps = {
  tone?: Tone;
  children: ReactNode;
  className?: string;
  /** The label's meaning, shown on hover, on focus and on a press. Not for a chip inside a button. */
  explanation?: string;
};

export function Chip({ tone = "neutral", children, className, explanation }: ChipProps) {
  const look = cn(
    "inline-flex h-5 items-center gap-1 rounded-full border px-2 text-[0.6875rem] font-medium whitespace-nowrap",
    TONES[tone],
    className,
  );
  if (explanation === undefined) return <span className={look}>{children}</span>;
  return (
    <Explained look="bare" text={explanation} className={look}>
      {children}
    </Explained>
  );
}
