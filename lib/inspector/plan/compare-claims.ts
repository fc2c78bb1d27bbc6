import "server-only";
/** What agents say of themselves beside what the log holds. A claim is compared, and never believed. */
import type { Attempt, InspectedClaim } from "../../contracts/plan-inspection.ts";
import { AgentExecution, type ExecutionRecord } from "../../deviation/payload-schemas.ts";
import type { LoggedExecution } from "../../deviation/read-logged-run.ts";
import type { Sight } from "../sight.ts";
import { toPayload } from "../to-payload.ts";
import type { PlanEvents } from "./read-plan-events.ts";
import type { HopsByRef } from "./to-attempts.ts";

/** What ran, in both forms. */
export type Ran = { logged: LoggedExecution; attempt: Attempt };
type Claimed = PlanEvents["claimed"][number];

/** One entry for each thing that is claimed, and one for each tool call below the agent that is not. */
export function compareClaims(
  claimed: readonly Claimed[],
  ran: readonly Ran[],
  hops: HopsByRef,
  sight: Sight,
): InspectedClaim[] {
  return claimed.flatMap((event) => compareClaim(event, ran, hops, sight));
}

function compareClaim(
  { seq, body: { hopRef, agentId, claims } }: Claimed,
  ran: readonly Ran[],
  hops: HopsByRef,
  sight: Sight,
): InspectedClaim[] {
  const about = { seq, hopRef, agentId };
  const parsed = AgentExecution.safeParse(claims);
  if (!parsed.success) {
    const claim = toPayload(claims, sight);
    return [{ ...about, ...NOTHING, claim, verdict: "unreadable" }];
  }
  const open = ran.filter(({ attempt }) => isBelow(attempt.hopRef, hopRef, hops));
  const compared = parsed.data.runs.map((record): InspectedClaim => {
    const place = open.findIndex((each) => isMeant(record, each));
    const [found = null] = place < 0 ? [] : open.splice(place, 1);
    return {
      ...about,
      claim: toPayload(record, sight),
      verdict: judge(record, found?.attempt ?? null),
      claimedStatus: record.status,
      claimedSha256: record.actual_args_sha256 ?? null,
      ran: found?.attempt ?? null,
    };
  });
  // The agent's own hop is what the claim is about, and no claim of it.
  const silent = open.filter(({ attempt }) => attempt.hopRef !== hopRef);
  const unclaimed = silent.map(({ attempt }): InspectedClaim => {
    const claim = toPayload(null, sight);
    return { ...about, ...NOTHING, claim, verdict: "not-claimed", ran: attempt };
  });
  return [...compared, ...unclaimed];
}

const NOTHING = { claimedStatus: null, claimedSha256: null, ran: null };

function judge(record: ExecutionRecord, ran: Attempt | null): InspectedClaim["verdict"] {
  if (!ran) return "did-not-run";
  if (endOf(record.status) !== endOf(ran.status)) return "other-status";
  const { actual_args_sha256: said } = record;
  if (said !== undefined && ran.argsSha256 !== null && said !== ran.argsSha256)
    return "other-arguments";
  return "agrees";
}

/** `would_deny` ran; an error and a stop are failures. */
function endOf(status: ExecutionRecord["status"] | null): string | null {
  if (status === "would_deny") return "ok";
  return status === "error" || status === "stopped" ? "failed" : status;
}

function isMeant(record: ExecutionRecord, { logged: { execution } }: Ran): boolean {
  const { plan_step_id: stepId, tool_invoked: tool } = record;
  if (stepId !== undefined && execution.planStepId !== stepId) return false;
  if (tool === undefined) return stepId !== undefined || execution.type === "agent";
  const named = execution.type === "agent" ? null : execution.target;
  return named === tool || named?.slice(0, named.lastIndexOf("@")) === tool;
}

function isBelow(hopRef: string, above: string, hops: HopsByRef): boolean {
  const met = new Set<string>();
  for (let ref: string | null = hopRef; ref !== null && !met.has(ref); ) {
    if (ref === above) return true;
    met.add(ref);
    ref = hops.get(ref)?.parentRef ?? null;
  }
  return false;
}
