import "server-only";
/** What ran, and what is running, without payloads. */
import type { Attempt } from "../../contracts/inspector/plan/plan-inspection.ts";
import {
  findCaller,
  type LoggedExecution,
  type LoggedHop,
} from "../../deviation/read-logged-run.ts";
import type { PlanEvents } from "./read-plan-events.ts";

export type HopsByRef = ReadonlyMap<string, LoggedHop>;

/** A hop by its id; of several with the same id the first. */
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

/** What has begun and is not recorded as done, by the step that it carries out: of a run that goes on. */
export function findGoing(
  events: PlanEvents,
  steps: readonly { id: string; type: string; target: string }[],
): Map<string, Attempt> {
  const done = new Set(events.executions.map(({ execution }) => execution.hopRef));
  const going = new Map<string, Attempt>();
  const begin = (
    stepId: string,
    at: Pick<Attempt, "seq" | "hopRef" | "type" | "target" | "agentId">,
  ) => {
    if (!going.has(stepId)) going.set(stepId, { ...UNKNOWN, ...at });
  };
  for (const { seq, hopRef, tool: target, planStepId } of events.calls) {
    if (planStepId === null || done.has(hopRef)) continue;
    begin(planStepId, { seq, hopRef, type: "tool", target, agentId: null });
  }
  for (const { seq, hopRef, kind, nodeId } of events.hops) {
    if (kind !== "agent" || done.has(hopRef) || events.durations.has(hopRef)) continue;
    const step = steps.find(
      ({ type, target, id }) => type === "agent" && target === nodeId && !going.has(id),
    );
    if (step) begin(step.id, { seq, hopRef, type: "agent", target: nodeId, agentId: nodeId });
  }
  return going;
}

const UNKNOWN = {
  status: null,
  argsSha256: null,
  durationMs: null,
  writes: false,
  approved: false,
};
