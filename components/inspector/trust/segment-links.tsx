/** Links to segments of the prompt on the same page. A link opens its segment and moves the focus there. */
"use client";
import type { RebuiltSegment } from "@/lib/contracts/inspector/run/call-inspection.ts";
import * as text from "@/lib/messages/inspector-trust.ts";
import { kindName } from "../model-calls/segment-marks.tsx";
import { TEXT_LINK } from "../text-link.ts";

/** The id of the button that opens a segment. @param index from 0 */
export function segmentId(callSeq: number, index: number): string {
  return `segment-${callSeq}-${index}`;
}

type SegmentLinksProps = {
  callSeq: number;
  segments: readonly Pick<RebuiltSegment, "kind">[];
  /** The segments to link to, from 0. */
  indices: readonly number[];
};

export function SegmentLinks({ callSeq, segments, indices }: SegmentLinksProps) {
  return indices.map((index) => {
    const segment = segments[index];
    if (!segment) return null;
    const words = { number: index + 1, kind: kindName(segment.kind) };
    return (
      <button
        key={index}
        type="button"
        aria-label={text.goToSegment(words)}
        className={TEXT_LINK}
        onClick={() => showSegment(segmentId(callSeq, index))}
      >
        {text.segmentLink(words)}
      </button>
    );
  });
}

function showSegment(id: string): void {
  const segment = document.getElementById(id);
  if (segment?.getAttribute("aria-expanded") === "false") segment.click();
  segment?.focus();
  segment?.scrollIntoView({ block: "center" });
}
