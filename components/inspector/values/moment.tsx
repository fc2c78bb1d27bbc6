/** A moment in the reader's time zone; with date and time zone on hover and on focus. */
"use client";
import { Explained } from "@/components/ui/explained.tsx";
import { formatFullMoment, formatMoment } from "./format-figures.ts";

/** @param at ISO 8601 */
export function Moment({ at, className }: { at: string; className?: string }) {
  return (
    <Explained look="bare" text={formatFullMoment(at)} className={className}>
      <time dateTime={at} className="tabular-nums">
        {formatMoment(at)}
      </time>
    </Explained>
  );
}
