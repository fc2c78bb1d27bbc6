/** A word or a figure that explains itself on hover, on keyboard focus, on a press and on a tap. */
import type { ReactNode } from "react";
import { cn } from "./cn.ts";

type ExplainedProps = { text: string; children: ReactNode; className?: string };

export function Explained({ text, children, className }: ExplainedProps) {
  return (
    <button
      type="button"
      data-tooltip={text}
      data-explains=""
      aria-description={text}
      className={cn(
        "cursor-help rounded-sm text-left underline decoration-faint decoration-dotted underline-offset-4 hover:decoration-ink",
        className,
      )}
    >
      {children}
    </button>
  );
}
