"use client";
/**
 * Tooltips of buttons and links, and explanations of words. All triggers share two popups, which `TooltipHost` (tooltip-host.tsx)
 * loads after the page, so that a trigger costs little.
 */
import { Popover } from "@base-ui/react/popover";
import { Tooltip as Base } from "@base-ui/react/tooltip";
import type { ReactElement, ReactNode } from "react";
import { cn } from "../cn.ts";

const OPEN_DELAY_MS = 400;

/** What the two popups show. */
export const tooltipHandle = Base.createHandle<string>();
export const explanationHandle = Popover.createHandle<string>();

type TooltipProps = {
  /** Repeats or adds to what the element says. What is needed to use the element must stand in it. */
  text: string;
  /** A button, a link, or another element that can have the focus. */
  children: ReactElement<Record<string, unknown>>;
};

/** Shown on hover and on keyboard focus. */
export function Tooltip({ text, children }: TooltipProps) {
  return (
    <Base.Trigger handle={tooltipHandle} payload={text} delay={OPEN_DELAY_MS} render={children} />
  );
}

type ExplainedProps = { text: string; children: ReactNode; className?: string };

/** A word or a figure that explains itself on hover, on a press and on a tap. */
export function Explained({ text, children, className }: ExplainedProps) {
  return (
    <Popover.Trigger
      handle={explanationHandle}
      payload={text}
      openOnHover
      delay={OPEN_DELAY_MS}
      aria-description={text}
      className={cn(
        "cursor-help rounded-sm text-left underline decoration-faint decoration-dotted underline-offset-4 hover:decoration-ink",
        className,
      )}
    >
      {children}
    </Popover.Trigger>
  );
}
