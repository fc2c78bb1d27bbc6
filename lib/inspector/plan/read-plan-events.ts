/** Parses stored events about plan and execution. Invalid ones are counted. */
import "server-only";
import { z } from "zod";
import {
  type LogEventBody,
  type LogEventType,
  readLogBody,
} from "../../contracts/run/log-event.ts";
import type { StoredPlanEvent } from "../../db/inspector/run/read-plan-log.ts";
import type { LoggedExecution, LoggedHop } from "../../deviation/read-logged-run.ts";

type BodyOf<Type extends LogEventType> = Extract<LogEventBody, { type: Type }>;
type At<Type extends LogEventType> = { seq: number; at: string; body: BodyOf<Type> };

type StartedCall = { seq: number; hopRef: string; tool: string; planStepId: string | null };

export type PlanEvents = {
  hops: LoggedHop[];
  /** Duration of each ended hop in milliseconds, by hop. */
  durations: Map<string, number>;
  /** Hops that ended as denied. */
  denied: Set<string>;
  calls: StartedCall[];
  executions: LoggedExecution[];
  made: At<"plan.made">[];
  frozen: At<"plan.frozen">[];
  refused: At<"plan.refused">[];
  /** Steps that wait for a decision and run in another run. */
  suspendedIds: Set<string>;
  claimed: At<"execution.claimed">[];
  /** The last one counts. */
  scored: At<"deviation.scored"> | null;
  unreadable: number;
};

const Hop = z.object({
  hopRef: z.string(),
  parentRef: z.string().nullish(),
  kind: z.string(),
  nodeId: z.string(),
});
const HopEnd = z.object({
  hopRef: z.string(),
  durationMs: z.number().nonnegative(),
  outcome: z.string().nullish(),
});
const Call = z.object({ hopRef: z.string(), tool: z.string(), planStepId: z.string().nullish() });

export function readPlanEvents(stored: readonly StoredPlanEvent[]): PlanEvents {
  const found: PlanEvents = {
    hops: [],
    durations: new Map(),
    denied: new Set(),
    calls: [],
    executions: [],
    made: [],
    frozen: [],
    refused: [],
    suspendedIds: new Set(),
    claimed: [],
    scored: null,
    unreadable: 0,
  };
  for (const event of stored) if (!addEvent(found, event)) found.unreadable += 1;
  return found;
}

/** @returns false where it does not match its schema */
function addEvent(found: PlanEvents, { seq, at, type, payload }: StoredPlanEvent): boolean {
  if (type === "hop.started") {
    const { success, data } = Hop.safeParse(payload);
    if (success) found.hops.push({ ...named(data), seq });
    return success;
  }
  if (type === "hop.ended") {
    const { success, data } = HopEnd.safeParse(payload);
    if (success) found.durations.set(data.hopRef, data.durationMs);
    if (data?.outcome === "denied") found.denied.add(data.hopRef);
    return success;
  }
  if (type === "tool.called") {
    const { success, data } = Call.safeParse(payload);
    if (success) {
      const { hopRef, tool, planStepId = null } = data;
      found.calls.push({ seq, hopRef, tool, planStepId });
    }
    return success;
  }
  const body = readLogBody({ type, payload });
  if (!body) return false;
  const placed = { seq, at: at.toISOString() };
  if (body.type === "plan.made") found.made.push({ ...placed, body });
  else if (body.type === "plan.frozen") found.frozen.push({ ...placed, body });
  else if (body.type === "plan.refused") found.refused.push({ ...placed, body });
  else if (body.type === "approval.requested")
    for (const id of body.carried ?? []) found.suspendedIds.add(id);
  else if (body.type === "execution.claimed") found.claimed.push({ ...placed, body });
  else if (body.type === "deviation.scored") found.scored = { ...placed, body };
  else if (body.type === "execution.recorded")
    found.executions.push({ seq, execution: body.execution });
  return true;
}

function named({ hopRef, parentRef = null, kind, nodeId }: z.infer<typeof Hop>) {
  return { hopRef, parentRef, kind, nodeId };
}
