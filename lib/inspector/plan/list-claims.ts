/** Compares what agents say about their own work with the log. */
import "server-only";
import type {
  Attempt,
  InspectedClaim,
  InspectedStep,
  PlanRevision,
} from "../../contracts/inspector/run/plan-inspection.ts";
import type { Plan } from "../../contracts/run/plan.ts";
import { type ClaimMismatch, compareClaims, pairClaims } from "../../deviation/compare-claims.ts";
import { AgentExecution, type ExecutionRecord } from "../../deviation/payload-schemas.ts";
import type { PayloadAccess } from "../payload-access.ts";
import { toDigest, toPayload } from "../to-payload.ts";
import type { PlanEvents } from "./read-plan-events.ts";

/** An execution: as the score gets it, and as the inspector shows it. */
export type Ran = { record: ExecutionRecord; attempt: Attempt };
type Claimed = PlanEvents["claimed"][number];
type Said = { event: Claimed; record: ExecutionRecord };

const VERDICTS: Record<ClaimMismatch["kind"], InspectedClaim["verdicts"][number]> = {
  not_run: "did-not-run",
  not_claimed: "not-claimed",
  other_args: "other-arguments",
  other_status: "other-status",
};

/** One entry for each claimed call, and one for each of the agent's unclaimed calls, as in the score's comparison. */
export function listClaims(
  claimed: readonly Claimed[],
  ran: readonly Ran[],
  access: PayloadAccess,
): InspectedClaim[] {
  const agents = new Map<string, { said: Said[]; unreadable: Claimed[] }>();
  for (const event of claimed) {
    const agent = agents.get(event.body.agentId) ?? { said: [], unreadable: [] };
    agents.set(event.body.agentId, agent);
    const parsed = AgentExecution.safeParse(event.body.claims);
    if (!parsed.success) agent.unreadable.push(event);
    else agent.said.push(...parsed.data.runs.map((record) => ({ event, record })));
  }
  return [...agents].flatMap(([agentId, { said, unreadable }]) => {
    const own = ran.filter(({ record }) => record.metadata?.node_id === agentId);
    const lost = unreadable.map((event): InspectedClaim => {
      const claim = toPayload(event.body.claims, access);
      return { ...about(event), ...NOTHING, claim, verdicts: ["unreadable"], ran: null };
    });
    const first = claimed.find(({ body }) => body.agentId === agentId);
    return [...lost, ...(first ? listAgentClaims(first, said, own, access) : [])];
  });
}

function listAgentClaims(
  first: Claimed,
  said: readonly Said[],
  own: readonly Ran[],
  access: PayloadAccess,
): InspectedClaim[] {
  const records = said.map(({ record }) => record);
  const logged = own.map(({ record }) => record);
  const { claims, pairs, unclaimed } = pairClaims(records, logged);
  const mismatches = compareClaims(records, logged);
  const compared = claims.flatMap(({ index, record }): InspectedClaim[] => {
    const event = said[index]?.event;
    if (!event) return [];
    const kinds = mismatches.filter(({ claimIndex }) => claimIndex === index);
    return [
      {
        ...about(event),
        claim: toPayload(record, access),
        verdicts: kinds.length === 0 ? ["agrees"] : kinds.map(({ kind }) => VERDICTS[kind]),
        claimedStatus: record.status,
        claimedSha256: toDigest(record.actual_args_sha256 ?? null, access),
        ran: own[pairs.get(index)?.index ?? -1]?.attempt ?? null,
      },
    ];
  });
  const silent = unclaimed.map(({ index }): InspectedClaim => {
    const ran = own[index]?.attempt ?? null;
    return { ...about(first), ...NOTHING, claim: null, verdicts: ["not-claimed"], ran };
  });
  return [...compared, ...silent];
}

const NOTHING = { claimedStatus: null, claimedSha256: null };

function about({ seq, body: { hopRef, agentId } }: Claimed) {
  return { seq, hopRef, agentId };
}

/** The plans of a run, oldest first. */
export function listRevisions({ made, frozen }: PlanEvents, access: PayloadAccess): PlanRevision[] {
  return made.map(({ seq, at, body: { hopRef, plan } }, index) => {
    const next = made[index + 1]?.seq ?? Number.POSITIVE_INFINITY;
    // The plan that was active when it froze; a revision number alone may repeat.
    const froze = frozen.find((each) => each.seq > seq && each.seq < next);
    return {
      seq,
      at,
      hopRef,
      revision: plan.revision,
      source: plan.source,
      reason: toPayload(plan.reason, access),
      attempts: plan.attempts,
      undone: (plan.undone ?? []).map((words) => toPayload(words, access)),
      frozen: froze ? { seq: froze.seq, at: froze.at } : null,
      steps: plan.steps.map((step) => toInspectedStep(step, access)),
    };
  });
}

export function toInspectedStep(step: Plan["steps"][number], access: PayloadAccess): InspectedStep {
  return {
    id: step.id,
    type: step.type,
    target: step.target,
    agentId: step.agentId,
    objective: toPayload(step.objective, access),
    expectedArgsSha256: toDigest(step.expectedArgsSha256, access),
    needs: step.needs ?? null,
  };
}
