/** A word or a figure that shows its explanation on hover, on keyboard focus, on a press and on a tap. */
import type { ReactNode } from "react";
import { cn } from "./cn.ts";

/** A dotted underline marks a word with an explanation. */
const UNDERLINED =
  "rounded-sm underline decoration-faint decoration-dotted underline-offset-4 hover:decoration-ink";

type ExplainedProps = {
  text: string;
  children: ReactNode;
  /** `bare`: without the underline, for content with a style of its own. */
  look?: "underlined" | "bare";
  className?: string;
};

export function Explained(props: ExplainedProps) {
  const { text, children, look = "underlined", className } = props;
  return (
    <button
      type="button"
      data-tooltip={text}
      data-explains=""
      aria-description={text}
      className={cn("cursor-help text-start", look === "underlined" && UNDERLINED, className)}
    >
      {children}
    </button>
  );
}
