"use client";
/** The segments of a prompt in the order in which the model read them. Each opens to its text. */
import { Fragment, useState } from "react";
import { Button } from "@/components/ui/button.tsx";
import type {
  CallInspection,
  RebuiltSegment,
} from "@/lib/contracts/inspector/model-calls/call-inspection.ts";
import * as texts from "@/lib/messages/inspector-model-calls.ts";
import { foldSameColumns, SameLine } from "../values/columns/same-columns.tsx";
import { CopyButton } from "../values/copy-button.tsx";
import { Digest } from "../values/digest.tsx";
import { amountOf, formatBytes } from "../values/format-figures.ts";
import { numberItems } from "../values/number-items.ts";
import { Term } from "../values/term.tsx";
import { SegmentContentView } from "./segment-content.tsx";
import { SegmentRow } from "./segment-row.tsx";
import { SizeBar } from "./size-bar.tsx";

const HEAD = "py-1.5 pr-3 font-normal text-faint whitespace-nowrap";

const COLUMN_NAMES = { agent: texts.agent() };

/** A segment that its agent may not read says so beside the agent. */
const AGENT_CELL = {
  agent: ({ agentId, allowed }: RebuiltSegment) => (allowed ? agentId : null),
};

type PromptTableProps = { runId: string; inspection: CallInspection };

export function PromptTable({ runId, inspection }: PromptTableProps) {
  const { segments, call, promptSha256 } = inspection;
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const shown = segments.flatMap(({ content }, index) => (content ? [index] : []));
  const allOpen = shown.length > 0 && shown.every((index) => open.has(index));
  const toggle = (index: number) => {
    const next = new Set(open);
    if (!next.delete(index)) next.add(index);
    setOpen(next);
  };
  const messages = readMessages(segments);
  const folded = foldSameColumns(segments, AGENT_CELL);
  const sameId = `prompt-same-${call.seq}`;
  return (
    <section aria-label={texts.whatItWasShown()} className="min-w-0">
      <div className="flex min-h-7 flex-wrap items-center gap-x-2 text-xs">
        <h5 className="font-medium text-soft">
          <Term name="manifest">{texts.whatItWasShown()}</Term>
        </h5>
        <span className="text-faint tabular-nums">
          {texts.segmentCount(amountOf(segments.length))} · {formatBytes(call.bytes)}
        </span>
        <span className="ml-auto flex items-center">
          {shown.length > 0 && (
            <Button size="sm" onClick={() => setOpen(allOpen ? new Set() : new Set(shown))}>
              {allOpen ? texts.closeAll() : texts.openAll()}
            </Button>
          )}
          {messages && (
            <CopyButton what={texts.prompt()} text={() => JSON.stringify(messages, null, 2)} />
          )}
        </span>
      </div>
      <div className="rounded-md border bg-canvas px-3 pt-3 pb-1">
        <SizeBar segments={segments} bytes={call.bytes} />
        <SameLine id={sameId} folded={folded} names={COLUMN_NAMES} />
        <table
          aria-describedby={folded.size > 0 ? sameId : undefined}
          className="mt-1.5 w-full table-fixed text-left text-xs tabular-nums"
        >
          <caption className="sr-only">{texts.segmentsInTheOrderInWhich()}</caption>
          <Head hasAgent={!folded.has("agent")} />
          <tbody>
            {numberItems(segments).map(({ ordinal, item }) => (
              <Fragment key={ordinal}>
                <SegmentRow
                  segment={item}
                  hasAgent={!folded.has("agent")}
                  isOpen={open.has(ordinal - 1)}
                  onToggle={() => toggle(ordinal - 1)}
                />
                {open.has(ordinal - 1) && (
                  <tr>
                    <td colSpan={5} className="pb-3 md:pl-5">
                      <SegmentContentView
                        runId={runId}
                        seq={call.seq}
                        index={ordinal - 1}
                        segment={item}
                      />
                    </td>
                  </tr>
                )}
              </Fragment>
            ))}
          </tbody>
        </table>
        <p className="flex items-center gap-2 border-t py-1.5 text-xs text-faint">
          {texts.wholePrompt()} <Digest sha256={promptSha256} />
        </p>
      </div>
    </section>
  );
}

/** The messages as sent; null where a part is not loaded. */
function readMessages(segments: readonly RebuiltSegment[]): unknown[] | null {
  const sent = segments.filter(({ kind }) => kind !== "tool-schemas");
  const values = sent.map(({ content }) => content?.value);
  return values.every((value) => Array.isArray(value)) ? values.flat() : null;
}

function Head({ hasAgent }: { hasAgent: boolean }) {
  return (
    <thead>
      <tr>
        <th className={HEAD}>
          <Term name="segment">{texts.segment()}</Term>
        </th>
        {hasAgent && <th className={`${HEAD} w-24 max-md:hidden`}>{texts.agent()}</th>}
        <th className={`${HEAD} w-20 pr-5 text-right max-md:w-17 max-md:pr-3`}>{texts.bytes()}</th>
        <th className={`${HEAD} w-34 max-md:hidden`}>
          <Term name="digest">{texts.digest()}</Term>
        </th>
        <th className={`${HEAD} w-24 pr-0 md:w-32`}>
          <Term name="rebuilt">{texts.rebuilt()}</Term>
        </th>
      </tr>
    </thead>
  );
}
