/** The segments of a prompt, as a bar and as a table. */
"use client";
import type { ManifestSegment, PromptManifest } from "@/lib/contracts/run/prompt-manifest.ts";
import * as texts from "@/lib/messages/inspector-model-calls.ts";
import { from } from "@/lib/messages/inspector-trust.ts";
import { OriginMarks, TrustChip } from "../trust/trust-mark.tsx";
import { CopyButton, Digest } from "../values/copy-button.tsx";
import { amountOf, formatBytes, numberItems } from "../values/format-figures.ts";
import { Term } from "../values/term.tsx";
import { InertText } from "../values/text/inert-text.tsx";
import { kindName, kindTone, SizeBar } from "./segment-marks.tsx";

const HEAD = "py-1.5 pr-3 font-normal text-faint whitespace-nowrap";
const CELL = "py-1 pr-3 align-middle";

export function ManifestView({ manifest }: { manifest: PromptManifest }) {
  const { segments, memoryPolicy, bytes, promptSha256, trust = null } = manifest;
  return (
    <figure className="min-w-0">
      <figcaption className="flex min-h-7 flex-wrap items-center gap-x-2 text-xs">
        <Term name="manifest" className="font-medium text-soft">
          {texts.whatThePromptWasMadeOf()}
        </Term>
        <span className="text-faint tabular-nums">
          {texts.segmentCount(amountOf(segments.length))} · {formatBytes(bytes)} ·{" "}
          <Term name="memoryPolicy">{texts.memoryPolicy()}</Term>{" "}
          <span className="text-soft">{memoryPolicy}</span>
        </span>
        <TrustChip trust={trust} />
        <CopyButton
          className="ml-auto"
          what={texts.listOfSegments()}
          text={() => JSON.stringify(manifest, null, 2)}
        />
      </figcaption>
      <div className="rounded-md border bg-canvas px-3 pt-3 pb-1">
        <SizeBar segments={segments} bytes={bytes} />
        <div className="overflow-x-auto">
          <table className="mt-1.5 w-full text-left text-xs tabular-nums">
            <caption className="sr-only">{texts.segmentsInTheOrderInWhich()}</caption>
            <thead>
              <tr>
                <th className={HEAD}>
                  <Term name="segment">{texts.kind()}</Term>
                </th>
                <th className={HEAD}>{texts.agent()}</th>
                <th className={HEAD}>{texts.source()}</th>
                <th className={HEAD}>
                  <Term name="origin">{from()}</Term>
                </th>
                <th className={`${HEAD} text-right`}>{texts.bytes()}</th>
                <th className={`${HEAD} pr-0`}>
                  <Term name="digest">{texts.digest()}</Term>
                </th>
              </tr>
            </thead>
            <tbody>
              {numberItems(segments).map(({ ordinal, item }) => (
                <SegmentRow key={ordinal} segment={item} />
              ))}
            </tbody>
          </table>
        </div>
        <p className="flex items-center gap-2 border-t py-1.5 text-xs text-faint">
          {texts.wholePrompt()} <Digest sha256={promptSha256} />
        </p>
      </div>
    </figure>
  );
}

function SegmentRow({ segment }: { segment: ManifestSegment }) {
  return (
    <tr className="border-t">
      <td className={`${CELL} whitespace-nowrap`}>
        <span
          aria-hidden="true"
          className="mr-2 inline-block size-2 rounded-[2px]"
          style={{ background: kindTone(segment.kind) }}
        />
        {kindName(segment.kind)}
      </td>
      <td className={`${CELL} text-soft`}>{segment.agentId}</td>
      <td className={`${CELL} min-w-32 font-mono wrap-anywhere text-soft`}>
        <InertText text={segment.source} />
      </td>
      <td className={CELL}>
        <OriginMarks origins={segment.origins} />
      </td>
      <td className={`${CELL} text-right whitespace-nowrap`}>{formatBytes(segment.bytes)}</td>
      <td className={`${CELL} pr-0`}>
        <Digest sha256={segment.sha256} />
      </td>
    </tr>
  );
}
