/** Hidden state of each agent before and after a run. */
"use client";
import { keepPreviousData } from "@tanstack/react-query";
import { useMemo, useRef, useState } from "react";
import { Button } from "@/components/ui/button.tsx";
import { Chip } from "@/components/ui/chip.tsx";
import { cn } from "@/components/ui/cn.ts";
import { Notice } from "@/components/ui/notice.tsx";
import type { InspectedRun } from "@/lib/contracts/inspector/run/inspected-run.ts";
import type { RunTrace } from "@/lib/contracts/inspector/run/run-trace.ts";
import {
  type AgentMemory,
  type MemoryPolicyName,
  RunStates,
  type StateSize,
} from "@/lib/contracts/inspector/run/state-inspection.ts";
import * as text from "@/lib/messages/inspector-states.ts";
import { BranchNote } from "../conversation/tree-view.tsx";
import { useInspected } from "../fetch-inspected.ts";
import { Empty, FailureNotice, LoadingLines, PanelContent } from "../frame.tsx";
import { type Hop, readHops } from "../graph/hops/read-hops.ts";
import { inspectorKeys } from "../inspector-keys.ts";
import { stopOf, useStopMoves } from "../run/selection/selection-moves.ts";
import { useSelection } from "../run/selection/use-selection.ts";
import { useRunTrace } from "../run/use-run-trace.ts";
import { formatBytes } from "../values/format-figures.ts";
import { Moment, meaningOf, Term, type TermName } from "../values/term.tsx";
import { MemoryDelta } from "./memory-delta.tsx";
import { SizeChart } from "./size-chart.tsx";
import { type StateForm, VersionView } from "./version-view.tsx";

export function StatesPanel({ runId }: { runId: string }) {
  return (
    <PanelContent query={useRunTrace(runId)} loading={<Loading />}>
      {({ run, spans }) => <States run={run} spans={spans} />}
    </PanelContent>
  );
}

type StatesProps = { run: InspectedRun; spans: RunTrace["spans"] };

function States({ run, spans }: StatesProps) {
  const list = useRef<HTMLDivElement>(null);
  useStopMoves(list);
  const hops = useMemo(() => readHops(spans), [spans]);
  const query = useStates(run);
  return (
    <PanelContent query={query} loading={<Loading />}>
      {({ agents, running }) =>
        agents.length === 0 ? (
          <Empty of="panel" className="mx-auto max-w-md">
            {running ? text.nothingWasKnownBeforeWhatThis() : text.nothingWasKnownBeforeAndThis()}
          </Empty>
        ) : (
          <div ref={list} className="@container">
            <BranchNote run={run} panel="states" />
            {query.error && (
              <div className="px-4 py-4">
                <FailureNotice error={query.error} stale onRetry={() => query.refetch()} />
              </div>
            )}
            {inOrder(agents, hops).map(({ agent, hop }) => (
              <AgentMemoryView
                key={agent.agentId}
                agent={agent}
                run={run}
                running={running}
                hop={hop}
              />
            ))}
          </div>
        )
      }
    </PanelContent>
  );
}

type AgentWithHop = { agent: AgentMemory; hop: Hop | null };

/** Changed memories come first; among them and the others, those of agents that took part. */
function inOrder(agents: readonly AgentMemory[], hops: readonly Hop[]): AgentWithHop[] {
  const hopOf = ({ ownerId }: AgentMemory) =>
    hops.find(({ kind, name }) => kind !== "tool" && name === ownerId) ?? null;
  return agents
    .map((agent) => ({ agent, hop: hopOf(agent) }))
    .sort((one, other) => rankOf(other) - rankOf(one));
}

function rankOf({ agent, hop }: AgentWithHop): number {
  return (agent.after === null ? 0 : 2) + (hop === null ? 0 : 1);
}

function Loading() {
  return (
    <LoadingLines
      words={text.loadingTheHiddenState()}
      className="gap-3 px-4 py-6"
      lines={["w-1/4", "w-3/5", "w-1/2"]}
    />
  );
}

/** Hidden state around one run. State is stored when a run ends, so a new status means new state. */
function useStates({ id, conversation, status }: InspectedRun) {
  return useInspected(
    inspectorKeys.states(conversation.id, id, status),
    RunStates,
    `/api/admin/conversations/${conversation.id}/states?run=${id}`,
    { staleTime: Number.POSITIVE_INFINITY, placeholderData: keepPreviousData },
  );
}

const MEMORIES: Record<MemoryPolicyName, { word: () => string; term: TermName }> = {
  "tool-history": { word: text.remembersItsToolCalls, term: "toolHistory" },
  "remote-conversation": { word: text.remembersAConversationsId, term: "remoteConversation" },
  "context-state": { word: text.remembersStructuredFacts, term: "contextStatePolicy" },
  undeclared: { word: text.declaresNoMemory, term: "memoryPolicy" },
};

type AgentMemoryViewProps = {
  agent: AgentMemory;
  run: InspectedRun;
  running: boolean;
  /** Agents that took part in this run come first. */
  hop: Hop | null;
};

/** One agent's hidden state before and after a run. */
function AgentMemoryView({ agent, run, running, hop }: AgentMemoryViewProps) {
  const { hopRef } = useSelection();
  const isPicked = hop !== null && hop.ref === hopRef;
  const [form, setForm] = useState<StateForm>("readable");
  const { before, after } = agent;
  const memory = MEMORIES[agent.memory];
  const isMasked = agent.exchanges?.some(({ entries }) =>
    entries.some(({ content }) => content?.withheld),
  );
  const noAfter = running ? text.storedWhenTheRunEnds() : text.thisRunKeptNothingWhatWas();
  return (
    <section
      aria-label={text.stateOf({ agentId: agent.agentId })}
      {...stopOf(hop?.seq ?? null, hop?.ref ?? null)}
      tabIndex={-1}
      aria-current={isPicked ? "true" : undefined}
      className={cn(
        "grid scroll-mt-9 grid-cols-1 gap-4 border-b px-4 py-4 focus-visible:-outline-offset-2 lg:scroll-mt-0",
        isPicked && "shadow-[inset_2px_0_0_var(--color-accent)]",
      )}
    >
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="text-md font-medium">{agent.name}</h3>
        <span className="text-xs text-faint">{agent.agentId}</span>
        <Chip explanation={meaningOf(memory.term)}>{memory.word()}</Chip>
        <span className="text-xs text-faint tabular-nums">
          {before ? formatBytes(before.storedBytes) : text.nothing()} →{" "}
          {after
            ? formatBytes(after.storedBytes)
            : running
              ? text.notYetStored()
              : text.unchanged()}
        </span>
        {agent.exchanges && !isMasked && (
          <fieldset className="ml-auto flex gap-1">
            <legend className="sr-only">{text.shownAs()}</legend>
            {(["readable", "json"] as const).map((name) => (
              <Button
                key={name}
                size="sm"
                aria-pressed={form === name}
                className={form === name ? "bg-pressed text-ink" : ""}
                onClick={() => setForm(name)}
              >
                {name === "json" ? text.asJson() : text.asExchanges()}
              </Button>
            ))}
          </fieldset>
        )}
      </header>
      <MemoryDelta agent={agent} />
      <div className="grid grid-cols-1 items-start gap-5 @3xl:grid-cols-2">
        <VersionView
          side="before"
          title={text.before()}
          agent={agent}
          version={before}
          none={text.nothingWasKnownBeforeThisRun()}
          runId={run.id}
          form={form}
        />
        <VersionView
          side="after"
          title={text.after()}
          agent={agent}
          version={after}
          none={noAfter}
          runId={run.id}
          form={form}
        />
      </div>
      <SizeChart agent={agent} runId={run.id} />
      <QuarantinedList sizes={agent.sizes} />
    </section>
  );
}

/** Versions that are no longer trusted, and the reasons. */
function QuarantinedList({ sizes }: { sizes: readonly StateSize[] }) {
  const aside = sizes.filter(({ quarantined }) => quarantined !== null);
  if (aside.length === 0) return null;
  return (
    <article aria-label={text.quarantined()} className="grid gap-1">
      <h4 className="text-xs font-medium text-soft">
        <Term name="quarantined">{text.quarantined()}</Term> {text.inThisConversation()}
      </h4>
      {aside.map(({ version, quarantined, storedBytes }) => (
        <Notice key={version} tone="warn">
          {text.versionOfSize({ version, size: formatBytes(storedBytes) })}
          {quarantined && (
            <>
              {": "}
              {quarantined.reason ?? text.noReasonWasRecorded()}, <Moment at={quarantined.at} />
            </>
          )}
        </Notice>
      ))}
    </article>
  );
}
