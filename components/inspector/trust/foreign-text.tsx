/** What foreign text a model call read, by origin, with links to its segments. */
"use client";
import type { CallInspection } from "@/lib/contracts/inspector/run/call-inspection.ts";
import { foreignTexts } from "@/lib/contracts/inspector/run/trust-words.ts";
import * as text from "@/lib/messages/inspector-trust.ts";
import { formatBytes } from "../values/format-figures.ts";
import { Term } from "../values/term.tsx";
import { SegmentLinks } from "./segment-links.tsx";
import { OriginMark, TrustChip } from "./trust-mark.tsx";

export function ForeignTextRead({ inspection }: { inspection: CallInspection }) {
  const { segments, call } = inspection;
  const foreign = foreignTexts(segments);
  return (
    <section aria-label={text.foreignTextRead()} className="grid min-w-0 grid-cols-1 gap-1 text-xs">
      <h5 className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium text-soft">
        <Term name="foreignText">{text.foreignTextRead()}</Term>
        <TrustChip trust={call.trust} />
      </h5>
      {foreign === null || foreign.length === 0 ? (
        <p className="text-faint">
          {foreign === null ? text.foreignTextUnknown() : text.noForeignText()}
        </p>
      ) : (
        <ul className="divide-y rounded-md border bg-canvas px-3">
          {foreign.map(({ origin, bytes, segments: indices }) => (
            <li key={origin} className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5 py-1.5">
              <OriginMark origin={origin} />
              <span className="text-faint tabular-nums">
                {text.foreignAmount({ bytes: formatBytes(bytes) })}
              </span>
              <SegmentLinks callSeq={call.seq} segments={segments} indices={indices} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
