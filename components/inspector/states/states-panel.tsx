/** Hidden state of each agent before and after a run. */
"use client";
import { keepPreviousData } from "@tanstack/react-query";
import { useMemo, useRef } from "react";
import type { InspectedRun } from "@/lib/contracts/inspector/run/inspected-run.ts";
import { type AgentMemory, RunStates } from "@/lib/contracts/inspector/states/state-inspection.ts";
import type { RunTrace } from "@/lib/contracts/inspector/timeline/run-trace.ts";
import * as text from "@/lib/messages/inspector-states.ts";
import { BranchNote } from "../conversation/tree-view.tsx";
import { useInspected } from "../fetch-inspected.ts";
import { FailureNotice, LoadingLines, PanelContent } from "../frame.tsx";
import { type Hop, readHops } from "../graph/hops/read-hops.ts";
import { inspectorKeys } from "../inspector-keys.ts";
import { useStopMoves } from "../run/selection/selection-moves.ts";
import { useRunTrace } from "../run/trace/use-run-trace.ts";
import { AgentMemoryView } from "./agent-memory-view.tsx";

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
          <p className="mx-auto max-w-md px-4 py-10 text-center text-soft">
            {running ? text.nothingWasKnownBeforeWhatThis() : text.nothingWasKnownBeforeAndThis()}
          </p>
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
