/** Concludes a turn: pending approvals, stored state, and the score of the plan. */
import "server-only";
import { hash } from "node:crypto";
import { v5 as derivedId } from "uuid";
import type { AgentOutcome } from "../agents/agent.ts";
import type { LoopEnd } from "../agents/loop/loop-types.ts";
import type { PolicyOutcome } from "../contracts/run/hop-decision.ts";
import type { RecordedEvent } from "../contracts/run/log-event.ts";
import type { LoggedFile } from "../contracts/run/logged-turn.ts";
import { spendingOf } from "../contracts/run/run-spending.ts";
import {
  type NewApproval,
  type NewDocument,
  NO_ARTIFACTS,
  type RunResult,
} from "../contracts/run/run-work.ts";
import { nodeHistory } from "../db/runs/node-history.ts";
import { scoreRun } from "../deviation/score-run.ts";
import { settings } from "../env/settings.ts";
import type { Executed } from "./execute/execute-plan.ts";
import { hopOutcome } from "./execute/run-agent-step.ts";
import { MENTION_MAX_CHARS } from "./limits.ts";
import { type CoordinatorMemory, rememberCoordinator } from "./plan/coordinator-memory.ts";
import { suspendedStepIds } from "./plan/suspend-plan.ts";
import type { PlannedTurn } from "./plan/to-plan.ts";
import type { TurnContext } from "./turn-context.ts";

export function concludeTurn(
  context: TurnContext,
  memory: CoordinatorMemory,
  planned: PlannedTurn | null,
  executed: Omit<Executed, "plan">,
): RunResult {
  const { ports, hop, figures, turn } = context;
  const { end, agentId, outcomes } = executed;
  const approvals = requestApprovals(context, planned, executed);
  const own = rememberCoordinator(context, memory, {
    active_agent: agentId,
    awaiting: awaitingAfter(memory, agentId, approvals, outcomes),
    shared_context: mentioned(context, memory, planned),
  });
  const sources = context.sources.shownIn(ports.answer());
  if (sources.length > 0) ports.appendEvent({ type: "sources.shown", sources });
  const kept = outcomes.map(({ artifacts }) => ({ ...NO_ARTIFACTS, ...artifacts }));
  const documents = kept.flatMap((one) => one.documents);
  if (documents.length > 0)
    ports.appendEvent({ type: "documents.kept", files: documents.map(toLoggedFile) });
  // Temperature null: none was asked for, so that the endpoint's own default held.
  hop.describe({ model: figures.model, temperature: null });
  hop.end(hopOutcome(end));
  addLeft(context);
  const log = context.wholeLog();
  const isEmpty = toEnding(end).ending === "empty";
  const score = scoreRun(planned?.plan ?? null, log, end.kind === "stopped", isEmpty);
  const { metric_version: metricVersion } = score;
  ports.appendEvent({ type: "deviation.scored", score: score.score, metricVersion });
  return {
    ...toEnding(end),
    sources,
    totals: { agentId, ...figures },
    newStates: [...own.newStates, ...kept.flatMap((one) => one.newStates)],
    quarantined: [
      ...(memory.quarantined ? [memory.quarantined] : []),
      ...kept.flatMap((one) => one.quarantined),
    ],
    contextDeltas: [...own.contextDeltas, ...kept.flatMap((one) => one.contextDeltas)],
    documents,
    approvals,
    nodeHistory: nodeHistory({ recorded: log, input: turn.text, answer: ports.answer() }),
    deviation: { score: score.score, detail: { plan: planned?.plan ?? null, ...score } },
    policyOutcome: severestOutcome(log),
    spending: spendingOf(log.map(({ body }) => body)),
  };
}

function toLoggedFile({ id, name, mediaType, data }: NewDocument): LoggedFile {
  const sha256 = hash("sha256", data);
  return { attachmentId: id, name, mediaType, bytes: data.byteLength, sha256, alt: null };
}

/**
 * What an earlier process has on record and this one did not repeat: calls of a service that knew their results. Their
 * hops end here, and their figures count.
 */
function addLeft({ ports, figures }: TurnContext): void {
  const left = ports.journal?.left() ?? [];
  const ended = new Set(
    left.flatMap(({ body }) => (body.type === "hop.ended" ? [body.hopRef] : [])),
  );
  for (const { body } of left) {
    if (body.type === "model.called") figures.modelCalls += 1;
    if (body.type === "tool.called") figures.toolCalls += 1;
    if (body.type === "model.answered") {
      figures.inputTokens += body.inputTokens;
      figures.outputTokens += body.outputTokens;
    }
    if (body.type === "hop.started" && !ended.has(body.hopRef)) {
      const { hopRef } = body;
      ports.appendEvent({ type: "hop.ended", hopRef, outcome: "stopped", durationMs: 0 });
    }
  }
}

const APPROVAL_OF = "the person's approval of";

/** Requests the approvals of this turn. A suspended plan waits for the same decision. */
function requestApprovals(
  context: TurnContext,
  planned: PlannedTurn | null,
  { agentId, outcomes, suspendedPlan }: Omit<Executed, "plan">,
): NewApproval[] {
  const { ports, hop, turn } = context;
  const waits =
    planned && suspendedPlan
      ? { carried: suspendedStepIds(context, planned.plan, suspendedPlan) }
      : {};
  return outcomes.flatMap(({ approval }, index) => {
    if (!approval) return [];
    // The same one where another process concludes the turn: the log may have it.
    const id = derivedId(`approval${index}`, turn.runId);
    const { tool, question } = approval;
    ports.appendEvent({
      type: "approval.requested",
      hopRef: hop.ref,
      approvalId: id,
      tool,
      question,
      ...waits,
    });
    return [{ id, agentId, suspendedPlan, ...approval }];
  });
}

/**
 * What the conversation awaits: an approval, or what the agent waits for. A turn with another agent changes nothing.
 */
function awaitingAfter(
  memory: CoordinatorMemory,
  agentId: string,
  approvals: readonly NewApproval[],
  outcomes: readonly AgentOutcome[],
): string | null {
  if (approvals[0]) return `${agentId}: ${APPROVAL_OF} ${approvals[0].tool}`;
  const awaits = outcomes.at(-1)?.awaits;
  if (awaits) return `${agentId}: ${awaits}`;
  const before = memory.state.awaiting;
  const [waiting, what] = before?.split(": ", 2) ?? [];
  const isAside = waiting !== agentId && !what?.startsWith(APPROVAL_OF);
  return before && isAside ? before : null;
}

/** Names that were collected while the deployment shared them are cleared. */
const NOTHING_SHARED = { last_person: null, last_place: null, last_file: null };

/**
 * The person, place and file that this turn mentioned. Absent keys keep their stored value. Nothing is collected where
 * the deployment shares nothing.
 */
function mentioned({ turn }: TurnContext, memory: CoordinatorMemory, planned: PlannedTurn | null) {
  if (!settings().SHARED_CONTEXT) {
    const isEmpty = Object.values(memory.state.shared_context).every((name) => name === null);
    return isEmpty ? {} : NOTHING_SHARED;
  }
  const file = turn.files.findLast(({ current }) => current)?.name.slice(0, MENTION_MAX_CHARS);
  const { person = null, place = null } = planned?.mentions ?? {};
  return {
    ...(person ? { last_person: person } : {}),
    ...(place ? { last_place: place } : {}),
    ...(file ? { last_file: file } : {}),
  };
}

const SEVERITY: PolicyOutcome[] = ["allow", "would_deny", "needs_approval", "deny"];

function severestOutcome(recorded: readonly RecordedEvent[]): PolicyOutcome | null {
  const severest = recorded.reduce((worst, { body }) => {
    const outcome = body.type === "policy.decided" ? body.decision.outcome : "allow";
    return Math.max(worst, body.type === "policy.decided" ? SEVERITY.indexOf(outcome) : -1);
  }, -1);
  return SEVERITY[severest] ?? null;
}

function toEnding(end: LoopEnd): Pick<RunResult, "ending" | "reason"> {
  switch (end.kind) {
    case "answered":
      return { ending: "complete", reason: end.shortfall ?? null };
    case "awaits-approval":
      return { ending: "complete", reason: null };
    case "failed":
      return { ending: "failed", reason: end.reason };
    case "empty":
    case "stopped":
      return { ending: end.kind, reason: null };
    case "handed-over":
      // No other agent took the task.
      return { ending: "empty", reason: null };
  }
}
