"use client";
/** What a run is, at a glance. */
import { ChevronLeft, GitCompareArrows, Keyboard } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { IconButton } from "@/components/ui/button.tsx";
import type { InspectedRun } from "@/lib/contracts/inspector/run/inspected-run.ts";
import type { RunTrace } from "@/lib/contracts/inspector/timeline/run-trace.ts";
import { RunName, RunPlace } from "../run-name.tsx";
import { StatusChip } from "../status-chip.tsx";
import { CopyButton } from "../values/copy-button.tsx";
import {
  formatCount,
  formatDuration,
  formatFullMoment,
  formatMoment,
} from "../values/format-figures.ts";
import { InertText } from "../values/text/inert-text.tsx";
import { RunSearch } from "./search/run-search.tsx";

type RunHeaderProps = { trace: RunTrace; onListKeys: () => void };

export function RunHeader({ trace, onListKeys }: RunHeaderProps) {
  const { run } = trace;
  return (
    <header className="shrink-0 px-4 pt-3 pb-3.5 lg:px-6">
      <div className="flex items-center gap-1 text-xs text-faint">
        <Link
          href="/admin/runs"
          prefetch={false}
          className="-ml-1 inline-flex items-center gap-0.5 rounded-sm pr-1 hover:text-ink"
        >
          <ChevronLeft className="size-3.5" strokeWidth={1.75} aria-hidden="true" />
          Runs
        </Link>
        <span aria-hidden="true">/</span>
        <span className="truncate font-mono">{run.id}</span>
        <CopyButton text={() => run.id} what="run id" className="-my-1" />
        <Link
          href={`/admin/compare?a=${run.id}`}
          prefetch={false}
          className="ml-1 inline-flex shrink-0 items-center gap-1 rounded-sm hover:text-ink"
        >
          <GitCompareArrows className="size-3.5" strokeWidth={1.75} aria-hidden="true" />
          Compare with…
        </Link>
      </div>
      <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <h1 className="min-w-0 text-lg font-[560] tracking-[-0.012em] wrap-anywhere">
          <RunName run={run} />
        </h1>
        <p className="min-w-0 text-xs text-faint wrap-anywhere empty:hidden">
          <RunPlace run={run} />
        </p>
        <StatusChip status={run.status} />
        {run.reason && <code className="font-mono text-xs text-faint">{run.reason}</code>}
        <div className="ml-auto flex items-center gap-1 max-md:w-full">
          <RunSearch trace={trace} />
          <IconButton size="sm" aria-label="Keys" aria-keyshortcuts="?" onClick={onListKeys}>
            <Keyboard className="size-4" strokeWidth={1.75} aria-hidden="true" />
          </IconButton>
        </div>
      </div>
      <RunFacts run={run} />
    </header>
  );
}

function RunFacts({ run }: { run: InspectedRun }) {
  const { person } = run;
  return (
    <dl className="mt-3 grid grid-cols-[repeat(auto-fill,minmax(6.5rem,1fr))] gap-x-5 gap-y-2.5 lg:flex lg:flex-wrap lg:gap-x-8">
      <Fact name="Person">
        <span title={person.email}>
          <InertText text={person.name} />
        </span>
      </Fact>
      <Fact name="Agent">{run.agentId}</Fact>
      <Fact name="Model">{run.model ? <InertText text={run.model} /> : "–"}</Fact>
      <Fact name="Started">
        <time dateTime={run.startedAt} title={formatFullMoment(run.startedAt)}>
          {formatMoment(run.startedAt)}
        </time>
      </Fact>
      <Fact name="Duration">{formatDuration(run.durationMs)}</Fact>
      <Fact name="Rounds">{formatCount(run.rounds)}</Fact>
      <Fact name="Model calls">{formatCount(run.modelCalls)}</Fact>
      <Fact name="Tool calls">{formatCount(run.toolCalls)}</Fact>
      <Fact name="Tokens in / out">
        {formatCount(run.inputTokens)} <span className="text-faint">/</span>{" "}
        {formatCount(run.outputTokens)}
      </Fact>
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-[0.6875rem] leading-4 text-faint">{name}</dt>
      <dd className="truncate tabular-nums">{children}</dd>
    </div>
  );
}
