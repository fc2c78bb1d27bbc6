/** The segments of a prompt in the order in which the model read them. Each opens to its text. */
"use client";
import { Check, ChevronRight, CircleAlert, ShieldX } from "lucide-react";
import { Fragment, useState } from "react";
import { Button } from "@/components/ui/button.tsx";
import { cn } from "@/components/ui/cn.ts";
import { Explained } from "@/components/ui/explained.tsx";
import type {
  CallInspection,
  RebuiltSegment,
} from "@/lib/contracts/inspector/run/call-inspection.ts";
import * as texts from "@/lib/messages/inspector-model-calls.ts";
import { segmentId } from "../trust/segment-links.tsx";
import { OriginMarks } from "../trust/trust-mark.tsx";
import { CopyButton, Digest } from "../values/copy-button.tsx";
import { amountOf, formatBytes, numberItems } from "../values/format-figures.ts";
import { foldSameColumns, SameLine } from "../values/same-columns.tsx";
import { Term } from "../values/term.tsx";
import { InertText } from "../values/text/inert-text.tsx";
import { SegmentContentView } from "./segment-content.tsx";
import { kindName, kindTone, SizeBar, WHY_NOT } from "./segment-marks.tsx";

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
                  id={segmentId(call.seq, ordinal - 1)}
                  number={ordinal}
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

const CELL = "py-1 pr-3 align-top";

type SegmentRowProps = {
  id: string;
  /** From 1. */
  number: number;
  segment: RebuiltSegment;
  /** False where every segment of the table has the same agent. */
  hasAgent: boolean;
  isOpen: boolean;
  onToggle: () => void;
};

/** One segment as a row of the prompt's table. */
function SegmentRow({ id, number, segment, hasAgent, isOpen, onToggle }: SegmentRowProps) {
  const { kind, source, origins, agentId, bytes, sha256 } = segment;
  return (
    <tr className="border-t">
      <td className={CELL}>
        <button
          type="button"
          id={id}
          aria-expanded={isOpen}
          onClick={onToggle}
          className="-mx-1 flex max-w-full items-start gap-1.5 rounded-sm px-1 text-left hover:bg-hover"
        >
          <ChevronRight
            aria-hidden="true"
            className={cn(
              "mt-0.5 size-3 shrink-0 text-faint transition-transform",
              isOpen && "rotate-90",
            )}
          />
          <span
            aria-hidden="true"
            className="mt-1 inline-block size-2 shrink-0 rounded-[2px]"
            style={{ background: kindTone(kind) }}
          />
          <span className="min-w-0">
            <span className="mr-1.5 text-faint">{number}</span>
            <span className="mr-2 md:whitespace-nowrap">{kindName(kind)}</span>
            <span className="font-mono wrap-anywhere text-faint max-md:block">
              <InertText text={source} />
            </span>
          </span>
        </button>
        {origins && <OriginMarks origins={origins} className="flex ps-5.5" />}
      </td>
      {hasAgent && (
        <td className={cn(CELL, "text-soft max-md:hidden")}>
          <span className="wrap-anywhere">{agentId}</span>
          <NotAllowed segment={segment} />
        </td>
      )}
      <td className={cn(CELL, "pr-5 text-right whitespace-nowrap max-md:pr-3")}>
        {formatBytes(bytes)}
      </td>
      <td className={cn(CELL, "max-md:hidden")}>
        <Digest sha256={sha256} />
      </td>
      <td className={cn(CELL, "pr-0")}>
        <RebuiltMark rebuilt={segment.rebuilt} />
        <span className="md:hidden">
          <NotAllowed segment={segment} />
        </span>
      </td>
    </tr>
  );
}

function RebuiltMark({ rebuilt }: Pick<RebuiltSegment, "rebuilt">) {
  const isExact = rebuilt === "exact";
  const Icon = isExact ? Check : CircleAlert;
  return (
    <Explained
      text={isExact ? texts.whatIsShownHasTheRecorded() : WHY_NOT[rebuilt].sentence}
      className={cn("inline-flex items-center gap-1", isExact ? "text-good" : "text-warn")}
    >
      <Icon className="size-3 shrink-0" strokeWidth={2.25} aria-hidden="true" />
      {isExact ? texts.exact() : WHY_NOT[rebuilt].word}
    </Explained>
  );
}

function NotAllowed({ segment }: { segment: RebuiltSegment }) {
  if (segment.allowed) return null;
  return (
    <span className="flex items-center gap-1 text-danger">
      <ShieldX className="size-3 shrink-0" strokeWidth={2.25} aria-hidden="true" />
      {texts.notAllowed()}
    </span>
  );
}
