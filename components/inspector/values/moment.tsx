"use client";
/** A moment as the reader's clock has it; on hover and on focus with day and time zone. */
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
