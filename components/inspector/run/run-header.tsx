/** The header of a run's page: question, outcome and figures. */
"use client";
import {
  ChevronLeft,
  Download,
  Eraser,
  GitCompareArrows,
  Keyboard,
  OctagonAlert,
  Search,
} from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import { IconButton } from "@/components/ui/button.tsx";
import { Chip } from "@/components/ui/chip.tsx";
import { Explained } from "@/components/ui/explained.tsx";
import { Combobox } from "@/components/ui/overlay/combobox.tsx";
import type { InspectedRun } from "@/lib/contracts/inspector/run/inspected-run.ts";
import type { RunSearchHit } from "@/lib/contracts/inspector/run/run-search.ts";
import type { RunTrace } from "@/lib/contracts/inspector/run/run-trace.ts";
import * as texts from "@/lib/messages/inspector-run.ts";
import { FeedbackLine, FindingsChip, RunName, RunPlace, StatusChip } from "../run-marks.tsx";
import { explainCost, formatRunCost } from "../runs/cost-words.ts";
import { agentsOf } from "../runs/run-columns.ts";
import { DeviationFigure, PolicyChip } from "../runs/run-outcomes.tsx";
import { SHORT, useMedia } from "../use-media.ts";
import { CopyButton } from "../values/copy-button.tsx";
import { amountOf, formatCount, formatDuration } from "../values/format-figures.ts";
import { Reason } from "../values/reason.tsx";
import { Figures, Moment, Tokens } from "../values/term.tsx";
import { InertText } from "../values/text/inert-text.tsx";
import { openPanel, usePanel } from "./panels.ts";
import { ReviewMenu } from "./review-menu.tsx";
import { Hit, SearchScope, SearchSummary, useRunSearch, WORDS_MIN } from "./run-search.tsx";
import { SealChip } from "./seal-chip.tsx";
import { select } from "./selection/use-selection.ts";

type RunHeaderProps = {
  trace: RunTrace;
  mayErase: boolean;
  back: { href: string; label: string };
  onListKeys: () => void;
};

export function RunHeader({ trace, mayErase, back, onListKeys }: RunHeaderProps) {
  const { run } = trace;
  return (
    <header className="shrink-0 px-4 pt-3 pb-3.5 lg:px-6">
      <div className="flex items-center gap-1 text-xs text-faint">
        <Link
          href={back.href}
          prefetch={false}
          className="-ml-1 inline-flex items-center gap-0.5 rounded-sm pr-1 hover:text-ink"
        >
          <ChevronLeft className="size-3.5" strokeWidth={1.75} aria-hidden="true" />
          {back.label}
        </Link>
        <span aria-hidden="true">/</span>
        <span className="truncate font-mono">{run.id}</span>
        <CopyButton text={() => run.id} what={texts.runId()} className="-my-1" />
        <Link
          href={`/admin/compare?a=${run.id}`}
          prefetch={false}
          className="ml-1 inline-flex shrink-0 items-center gap-1 rounded-sm hover:text-ink"
        >
          <GitCompareArrows className="size-3.5" strokeWidth={1.75} aria-hidden="true" />
          {texts.compareWith()}
        </Link>
        <a
          href={`/api/admin/runs/${run.id}/export`}
          download
          className="ml-1 inline-flex shrink-0 items-center gap-1 rounded-sm hover:text-ink"
        >
          <Download className="size-3.5" strokeWidth={1.75} aria-hidden="true" />
          {texts.exportRun()}
        </a>
        {mayErase && (
          <Link
            href={`/admin/erasure?conversation=${run.conversation.id}`}
            prefetch={false}
            className="ml-1 inline-flex shrink-0 items-center gap-1 rounded-sm hover:text-ink"
          >
            <Eraser className="size-3.5" strokeWidth={1.75} aria-hidden="true" />
            {texts.eraseConversation()}
          </Link>
        )}
      </div>
      <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <h1 className="min-w-0 text-lg font-[560] tracking-[-0.012em] wrap-anywhere">
          <RunName run={run} />
        </h1>
        <p className="min-w-0 text-xs text-faint wrap-anywhere empty:hidden">
          <RunPlace run={run} />
        </p>
        <StatusChip status={run.status} />
        {run.reason && <Reason code={run.reason} className="text-xs text-soft" />}
        <Link
          href={`/admin/runs/${run.id}?panel=plan`}
          prefetch={false}
          className="rounded-sm empty:hidden"
        >
          <FindingsChip findings={run.findings.filter((kind) => kind !== "log_gap")} />
        </Link>
        <LogGap trace={trace} />
        <SealChip run={run} />
        <div className="ml-auto flex items-center gap-1 max-md:w-full">
          <RunSearch trace={trace} />
          <ReviewMenu runId={run.id} />
          <IconButton
            size="sm"
            aria-label={texts.keys()}
            aria-keyshortcuts="?"
            onClick={onListKeys}
          >
            <Keyboard className="size-4" strokeWidth={1.75} aria-hidden="true" />
          </IconButton>
        </div>
      </div>
      <FeedbackLine feedback={run.feedback} />
      <RunFigures run={run} />
    </header>
  );
}

/** Rows that were removed from the log: its numbers are gapless, and an ended run has its end. */
function LogGap({ trace }: Pick<RunHeaderProps, "trace">) {
  const { run, missingEvents: missing, eventTypes } = trace;
  const isEndless = run.status !== "running" && !eventTypes["run.ended"];
  if (missing <= 0 && !isEndless) return null;
  return (
    <Chip tone="danger" wraps>
      <OctagonAlert className="size-3" strokeWidth={2} aria-hidden="true" />
      {missing > 0 ? texts.rowsMissing(amountOf(missing)) : texts.endMissing()}
    </Chip>
  );
}

/** Folded in a short window, where they would push the panel out of it. */
function RunFigures({ run }: { run: InspectedRun }) {
  const isShort = useMedia(SHORT, false);
  if (!isShort) return <RunFacts run={run} />;
  return (
    <details className="mt-1 text-xs">
      <summary className="w-fit rounded-sm text-soft hover:text-ink">{texts.figures()}</summary>
      <RunFacts run={run} />
    </details>
  );
}

function RunFacts({ run }: { run: InspectedRun }) {
  const { person } = run;
  return (
    <Figures
      className="mt-3 grid grid-cols-[repeat(auto-fill,minmax(6.5rem,1fr))] gap-x-5 gap-y-2.5 lg:flex lg:flex-wrap lg:gap-x-8"
      figures={[
        [
          "person",
          texts.person(),
          <Explained key="person" text={person.email}>
            <InertText text={person.name} />
          </Explained>,
        ],
        [
          "agent",
          texts.agents({ count: agentsOf(run).length }),
          <span key="agent" className="wrap-anywhere">
            {agentsOf(run).join(", ")}
          </span>,
        ],
        ["model", texts.model(), run.model ? <InertText key="model" text={run.model} /> : "–"],
        ["started", texts.started(), <Moment key="started" at={run.startedAt} />],
        ["duration", texts.duration(), formatDuration(run.durationMs)],
        ["round", texts.rounds(), formatCount(run.rounds)],
        ["modelCalls", texts.panelModelCalls(), formatCount(run.modelCalls)],
        ["toolCalls", texts.toolCalls(), formatCount(run.toolCalls)],
        ["tokens", texts.tokensInOut(), <Tokens key="tokens" of={run} />],
        ["cost", texts.cost(), <RunCost key="cost" run={run} />],
        ["deviation", texts.deviation(), <DeviationFigure key="deviation" run={run} />],
        ["policyOutcome", texts.policy(), <PolicyChip key="policy" run={run} isExplained />],
      ]}
    />
  );
}

/** The cost, or why there is none. */
function RunCost({ run }: { run: InspectedRun }) {
  const why = run.status === "running" ? null : explainCost(run);
  const words = formatRunCost(run);
  return why === null ? words : <Explained text={why}>{words}</Explained>;
}

const NO_HITS: readonly RunSearchHit[] = [];

/** The search field of a run. Arrow keys choose among the events found. */
function RunSearch({ trace: { run, eventCount } }: { trace: RunTrace }) {
  const [written, setWritten] = useState("");
  const panel = usePanel();
  const { data, error, isFetching } = useRunSearch(run.id, written, eventCount);
  const isAsked = written.trim().length >= WORDS_MIN;
  const pick = (hit: RunSearchHit) => {
    select({ hopRef: hit.hopRef, seq: hit.seq });
    if (panel !== "timeline") openPanel("events");
  };
  return (
    <div className="relative w-full md:w-72">
      <Search
        aria-hidden="true"
        strokeWidth={1.75}
        className="pointer-events-none absolute top-1/2 left-2.5 size-3.5 -translate-y-1/2 text-faint"
      />
      <Combobox
        text={written}
        onTextChange={setWritten}
        items={(isAsked && data?.hits) || NO_HITS}
        keyOf={(hit) => hit.seq}
        renderItem={(hit) => <Hit hit={hit} />}
        onPick={pick}
        listLabel={texts.eventsFound()}
        hasPopup={isAsked}
        isFirstMarked
        isBehind={data?.words !== written.trim()}
        head={<SearchSummary search={data} isReading={isFetching} error={error} />}
        foot={<SearchScope search={data} />}
        field={{
          type: "search",
          "data-run-search": "",
          "aria-label": texts.searchInThisRun(),
          "aria-keyshortcuts": "/",
          placeholder: texts.searchInThisRun(),
          maxLength: 200,
          className:
            "h-8 w-full rounded-md border border-field bg-canvas pr-2 pl-8 text-sm placeholder:text-faint",
        }}
        popupClassName="right-0 left-0 md:left-auto md:w-[28rem]"
        optionClassName="px-3 py-1.5"
      />
    </div>
  );
}
