import "server-only";
/** Finished and active executions, without payloads. */
import type { Attempt } from "../../contracts/inspector/plan/plan-inspection.ts";
import {
  findCaller,
  type LoggedExecution,
  type LoggedHop,
} from "../../deviation/read-logged-run.ts";
import type { PlanEvents } from "./read-plan-events.ts";

export type HopsByRef = ReadonlyMap<string, LoggedHop>;

/** A hop by its id; if several have the id, the first. */
export function indexHops(hops: readonly LoggedHop[]): HopsByRef {
  const byRef = new Map<string, LoggedHop>();
  for (const hop of hops) if (!byRef.has(hop.hopRef)) byRef.set(hop.hopRef, hop);
  return byRef;
}

export function toAttempt(
  { seq, execution }: LoggedExecution,
  hops: HopsByRef,
  durations: ReadonlyMap<string, number>,
): Attempt {
  const { hopRef, type, target, status, writes, approved } = execution;
  return {
    seq,
    hopRef,
    type,
    target,
    agentId: type === "agent" ? target : (findCaller(execution, hops) ?? null),
    status,
    argsSha256: execution.actualArgsSha256,
    durationMs: type === "action" ? null : (durations.get(hopRef) ?? null),
    writes,
    approved,
  };
}

/** Active executions without a record, by the step that they execute. Only an active run has any. */
export function findRunning(
  events: PlanEvents,
  steps: readonly { id: string; type: string; target: string }[],
): Map<string, Attempt> {
  const done = new Set(events.executions.map(({ execution }) => execution.hopRef));
  const running = new Map<string, Attempt>();
  const begin = (
    stepId: string,
    at: Pick<Attempt, "seq" | "hopRef" | "type" | "target" | "agentId">,
  ) => {
    if (!running.has(stepId)) running.set(stepId, { ...UNKNOWN, ...at });
  };
  for (const { seq, hopRef, tool: target, planStepId } of events.calls) {
    if (planStepId === null || done.has(hopRef)) continue;
    begin(planStepId, { seq, hopRef, type: "tool", target, agentId: null });
  }
  for (const { seq, hopRef, kind, nodeId } of events.hops) {
    if (kind !== "agent" || done.has(hopRef) || events.durations.has(hopRef)) continue;
    const step = steps.find(
      ({ type, target, id }) => type === "agent" && target === nodeId && !running.has(id),
    );
    if (step) begin(step.id, { seq, hopRef, type: "agent", target: nodeId, agentId: nodeId });
  }
  return running;
}

const UNKNOWN = {
  status: null,
  argsSha256: null,
  durationMs: null,
  writes: false,
  approved: false,
};
