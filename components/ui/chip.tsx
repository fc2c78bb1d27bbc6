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
  /** For a sentence, which breaks into lines where there is no room. Otherwise the label stays in one. */
  wraps?: boolean;
  /** The label's meaning, shown on hover, on focus and on a press. Not for a chip inside a button. */
  explanation?: string;
};

const LINE = "h-5 rounded-full whitespace-nowrap";
/** As high and as round as a label where it has one line. */
const LINES = "min-h-5 min-w-0 max-w-full rounded-[0.625rem] py-px leading-4 wrap-anywhere";

export function Chip(props: ChipProps) {
  const { tone = "neutral", children, className, wraps = false, explanation } = props;
  const look = cn(
    "inline-flex items-center gap-1 border px-2 text-[0.6875rem] font-medium",
    wraps ? LINES : LINE,
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
