/** The hop that an event belongs to, by the spans of the trace. Pure. */
import type { Span } from "../trace/read-spans.ts";

/**
 * The span that the event begins or ends, else the innermost one that was open at the event.
 * @returns null where no span fits
 */
export function hopOfEvent(spans: readonly Span[], seq: number): string | null {
  const exact = spans.find(({ firstSeq, lastSeq }) => firstSeq === seq || lastSeq === seq);
  const open = (span: Span) => span.firstSeq < seq && (span.lastSeq === 0 || span.lastSeq > seq);
  return (exact ?? spans.findLast(open))?.hopRef ?? null;
}
