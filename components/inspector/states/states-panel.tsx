/** Hidden state of each agent before and after a run. */
"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo, useRef } from "react";
import { SkeletonLine } from "@/components/ui/skeleton.tsx";
import type { InspectedRun } from "@/lib/contracts/inspector/run/inspected-run.ts";
import { type AgentMemory, RunStates } from "@/lib/contracts/inspector/states/state-inspection.ts";
import type { RunTrace } from "@/lib/contracts/inspector/timeline/run-trace.ts";
import * as text from "@/lib/messages/inspector-states.ts";
import { BranchNote } from "../conversation/tree-view.tsx";
import { fetchInspected } from "../fetch-inspected.ts";
import { FailureNotice } from "../frame.tsx";
import { type Hop, readHops } from "../graph/hops/read-hops.ts";
import { inspectorKeys } from "../inspector-keys.ts";
import { useStopMoves } from "../run/selection/selection-moves.ts";
import { useRunTrace } from "../run/trace/use-run-trace.ts";
import { AgentMemoryView } from "./agent-memory-view.tsx";

export function StatesPanel({ runId }: { runId: string }) {
  const { data, error, refetch } = useRunTrace(runId);
  if (data) return <States run={data.run} spans={data.spans} />;
  return error ? <Failed error={error} onRetry={() => refetch()} /> : <Loading />;
}

type StatesProps = { run: InspectedRun; spans: RunTrace["spans"] };

function States({ run, spans }: StatesProps) {
  const list = useRef<HTMLDivElement>(null);
  useStopMoves(list);
  const hops = useMemo(() => readHops(spans), [spans]);
  const { data, error, refetch } = useStates(run);
  if (!data) return error ? <Failed error={error} onRetry={() => refetch()} /> : <Loading />;
  if (data.agents.length === 0) {
    return (
      <p className="mx-auto max-w-md px-4 py-10 text-center text-soft">
        {data.running ? text.nothingWasKnownBeforeWhatThis() : text.nothingWasKnownBeforeAndThis()}
      </p>
    );
  }
  const withHops = data.agents.map((agent) => ({
    agent,
    hop: hops.find(({ kind, name }) => kind !== "tool" && name === agent.ownerId) ?? null,
  }));
  // Changed memories come first; among them and the others, those of agents that took part.
  const agents = [...withHops].sort((one, other) => rankOf(other) - rankOf(one));
  return (
    <div ref={list} className="@container">
      <BranchNote run={run} panel="states" />
      {error && <Failed error={error} stale onRetry={() => refetch()} />}
      {agents.map(({ agent, hop }) => (
        <AgentMemoryView
          key={agent.agentId}
          agent={agent}
          run={run}
          running={data.running}
          hop={hop}
        />
      ))}
    </div>
  );
}

function rankOf({ agent, hop }: { agent: AgentMemory; hop: Hop | null }): number {
  return (agent.after === null ? 0 : 2) + (hop === null ? 0 : 1);
}

function Failed(props: { error: unknown; stale?: boolean; onRetry: () => void }) {
  return (
    <div className="px-4 py-4">
      <FailureNotice {...props} />
    </div>
  );
}

function Loading() {
  return (
    <div role="status" className="grid gap-3 px-4 py-6">
      <span className="sr-only">{text.loadingTheHiddenState()}</span>
      <SkeletonLine className="w-1/4" />
      <SkeletonLine className="w-3/5" />
      <SkeletonLine className="w-1/2" />
    </div>
  );
}

/** Hidden state around one run. */
function useStates({ id, conversation, status }: InspectedRun) {
  return useQuery({
    // State is stored when a run ends, so a new status means new state.
    queryKey: inspectorKeys.states(conversation.id, id, status),
    queryFn: ({ signal }) =>
      fetchInspected(
        RunStates,
        `/api/admin/conversations/${conversation.id}/states?run=${id}`,
        signal,
      ),
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  });
}
