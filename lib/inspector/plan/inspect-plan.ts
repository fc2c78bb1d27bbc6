/** Compares plan and execution of a run: computes the score from the log again and compares it with the stored one. */
import "server-only";
import type { Actor } from "../../access/actor.ts";
import type {
  Attempt,
  DeviationFigures,
  PlanFinding,
  PlanInspection,
  StoredScore,
} from "../../contracts/inspector/run/plan-inspection.ts";
import { ApprovalState } from "../../contracts/run/hop-decision.ts";
import { readPlanLog, type StoredPlanLog } from "../../db/inspector/run/read-plan-log.ts";
import {
  findCaller,
  isLeftForApproval,
  type LoggedExecution,
  type LoggedHop,
  toAgentExecution,
  toScoredPlan,
} from "../../deviation/read-logged-run.ts";
import { scoreDeviation } from "../../deviation/score.ts";
import { type DeviationScore, METRIC_VERSION } from "../../deviation/score-result.ts";
import { splitTool } from "../../deviation/step-target.ts";
import { PLAN_CLAIMS_MAX, PLAN_FINDINGS_MAX, PLAN_ROWS_MAX } from "../limits.ts";
import { type PayloadAccess, payloadAccessOf } from "../payload-access.ts";
import { toDigest, toPayload } from "../to-payload.ts";
import { alignRows } from "./align-rows.ts";
import { listClaims, listRevisions } from "./list-claims.ts";
import { type PlanEvents, readPlanEvents } from "./read-plan-events.ts";

/** Scores are ratios of sums of sixteenths, so a larger difference is not a rounding error. */
const SAME = 1e-9;

/** @throws AppError `forbidden`, `not-found` */
export async function inspectPlan(actor: Actor, runId: string): Promise<PlanInspection> {
  const access = await payloadAccessOf(actor, { runIds: [runId] });
  return projectPlan(runId, await readPlanLog(actor, runId), access);
}

export function projectPlan(
  runId: string,
  log: StoredPlanLog,
  access: PayloadAccess,
): PlanInspection {
  const events = readPlanEvents(log.events);
  const active = events.made.at(-1)?.body.plan ?? null;
  const plan = toScoredPlan(active);
  const { payload: execution, logged } = toAgentExecution(
    events.executions,
    events.hops,
    events.denied,
  );
  const ended = log.status !== "running";
  // A stored score keeps the rules that computed it.
  const rules = events.scored?.body.metricVersion ?? METRIC_VERSION;
  const stopped = rules > 1 && (log.status === "stopped" || log.status === "interrupted");
  const isEmpty = rules > 2 && log.status === "empty";
  const { suspendedIds } = events;
  const score = scoreDeviation(plan, execution, { ended, stopped, isEmpty, suspendedIds });
  const hops = indexHops(events.hops);
  const ran = logged.map((each) => toAttempt(each, hops, events, log.approvals, access));
  const revisions = listRevisions(events, access);
  const steps = revisions.at(-1)?.steps ?? [];
  const running: ReturnType<typeof findRunning> = ended ? new Map() : findRunning(events, steps);
  const rows = alignRows({
    plan: plan ?? { version: 1, steps: [] },
    execution,
    steps,
    ran,
    score,
    running,
  });
  const both = execution.runs.flatMap((record, index) => {
    const attempt = ran[index];
    return attempt ? [{ record, attempt }] : [];
  });
  const claims = listClaims(events.claimed, both, access);
  const findings = score.findings.map((finding) => toFinding(finding, ran));
  return {
    runId,
    ended,
    figures: { ...toFigures(score), metricVersion: rules },
    stored: toStored(events.scored, log.deviation, score),
    revisions,
    refusals: events.refused.map(({ seq, at, body }) => ({
      seq,
      at,
      reason: toPayload(body.reason, access),
    })),
    rows: rows.slice(0, PLAN_ROWS_MAX),
    rowCount: rows.length,
    findings: findings.slice(0, PLAN_FINDINGS_MAX),
    findingCount: findings.length,
    claims: claims.slice(0, PLAN_CLAIMS_MAX),
    claimCount: claims.length,
    unreadableEvents: events.unreadable,
  };
}

function toFigures(score: DeviationScore): Omit<DeviationFigures, "metricVersion"> {
  return {
    score: score.score,
    fitness: score.fitness,
    recall: score.recall,
    precision: score.precision,
    order: score.order,
    argsCoverage: score.argsCoverage,
    cost: score.moves.reduce((sum, { cost }) => sum + cost, 0),
    size: score.size,
    ...score.counts,
  };
}

function toStored(
  scored: PlanEvents["scored"],
  onRun: number | null,
  { score }: DeviationScore,
): StoredScore | null {
  if (!scored) return null;
  const { score: stored, metricVersion } = scored.body;
  const isKnown = metricVersion <= METRIC_VERSION;
  const agrees = isKnown && isSame(stored, score) && isSame(stored, onRun);
  return { seq: scored.seq, score: stored, metricVersion, onRun, agrees };
}

function isSame(one: number | null, other: number | null): boolean {
  return one === null || other === null ? one === other : Math.abs(one - other) < SAME;
}

function toFinding(
  { kind, severity, stepId, recordIndex, value }: DeviationScore["findings"][number],
  ran: readonly ReturnType<typeof toAttempt>[],
): PlanFinding {
  const about = recordIndex === null ? undefined : ran[recordIndex];
  return {
    kind,
    severity,
    stepId,
    hopRef: about?.hopRef ?? null,
    seq: about?.seq ?? null,
    target: about?.target ?? null,
    value,
  };
}

/** Finished and active executions, without payloads. */
type HopsByRef = ReadonlyMap<string, LoggedHop>;

/** A hop by its id; if several have the id, the first. */
function indexHops(hops: readonly LoggedHop[]): HopsByRef {
  const byRef = new Map<string, LoggedHop>();
  for (const hop of hops) if (!byRef.has(hop.hopRef)) byRef.set(hop.hopRef, hop);
  return byRef;
}

function toAttempt(
  { seq, execution }: LoggedExecution,
  hops: HopsByRef,
  { durations, denied }: PlanEvents,
  approvals: StoredPlanLog["approvals"],
  access: PayloadAccess,
): Attempt {
  const { hopRef, type, target, status, writes, approved } = execution;
  return {
    seq,
    hopRef,
    type,
    target,
    agentId: type === "agent" ? target : (findCaller(execution, hops) ?? null),
    status: isLeftForApproval(execution, denied) ? stateOf(approvals, target) : status,
    argsSha256: toDigest(execution.actualArgsSha256, access),
    durationMs: type === "action" ? null : (durations.get(hopRef) ?? null),
    writes,
    approved,
  };
}

/**
 * What became of a call that was left for the person. The calls of one round wait for the same word, so a call that was
 * not asked about itself has that of the only question.
 */
function stateOf(approvals: StoredPlanLog["approvals"], target: string): ApprovalState {
  const { name } = splitTool(target);
  const asked = approvals.find(({ tool }) => tool === target || splitTool(tool).name === name);
  const { status } = asked ?? (approvals.length === 1 ? approvals[0] : null) ?? {};
  return ApprovalState.options.find((known) => known === status) ?? "waiting";
}

/** Active executions without a record, by the step that they execute. Only an active run has any. */
function findRunning(
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
