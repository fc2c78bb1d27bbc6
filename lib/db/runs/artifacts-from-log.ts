/**
 * What an interrupted or failed run leaves behind, from its log: the states after its accepted deltas, the deltas, the history of
 * its nodes, and its score (ADR-040, "Execution Loop").
 */
import "server-only";
import { REGISTRY } from "../../agents/registry.ts";
import { foldChanges, type LoggedChange } from "../../context-state/fold-changes.ts";
import { foldAnswer } from "../../contracts/run/fold-answer.ts";
import type { PolicyOutcome } from "../../contracts/run/hop-decision.ts";
import {
  type LogEvent,
  type LogEventBody,
  type RecordedEvent,
  readLogBody,
} from "../../contracts/run/log-event.ts";
import { spendingOf } from "../../contracts/run/run-spending.ts";
import { NO_ARTIFACTS, type RunArtifacts, type RunResult } from "../../contracts/run/run-work.ts";
import { scoreRun } from "../../deviation/score-run.ts";
import { isOwnState, tellForgedState } from "../audit/runs/own-states.ts";
import { type DatabaseTransaction, kysely } from "../client.ts";
import { type NewestState, newestStates } from "../turns/turn-memory.ts";
import { uuid } from "../typed-sql.ts";
import { nodeHistory } from "./node-history.ts";

type DeadRun = { id: string; conversation_id: string; user_message_id: string };

/** The types that the artifacts are made from. */
const TYPES = [
  ...["hop.started", "hop.ended", "model.called", "model.answered", "tool.called", "tool.returned"],
  ...["plan.made", "execution.recorded", "execution.claimed", "approval.requested"],
  ...["policy.decided", "context.changed", "answer.delta", "answer.restarted"],
];

/** The work of a run that failed by an exception, whose last events this process still holds. */
type Failed = { pending: readonly LogEvent[] };

/**
 * Reads the log within the transaction that ends the run, and its answer as far as it goes. Events that cannot be read
 * are left out.
 * @param failed absent where the run was interrupted
 */
export async function artifactsFromLog(
  transaction: DatabaseTransaction,
  run: DeadRun,
  failed?: Failed,
): Promise<{ artifacts: RunArtifacts; answer: string }> {
  const recorded = await readLog(transaction, run.id, failed?.pending ?? []);
  const { content: input = "" } =
    (await transaction
      .selectFrom("message")
      .select("content")
      .where("id", "=", run.user_message_id)
      .executeTakeFirst()) ?? {};
  const of = <Type extends LogEventBody["type"]>(type: Type) =>
    recorded.flatMap(({ body }) =>
      body.type === type ? [body as Extract<LogEventBody, { type: Type }>] : [],
    );
  const answer = foldAnswer(recorded.map(({ body }) => body)).text;
  const plan = of("plan.made").at(-1)?.plan ?? null;
  const score = plan && scoreRun(plan, recorded, failed === undefined);
  const artifacts = {
    ...NO_ARTIFACTS,
    ...(await foldStates(transaction, run, of("context.changed"))),
    nodeHistory: nodeHistory({ recorded, input, answer }),
    deviation: score && { score: score.score, detail: { plan, ...score } },
    spending: spendingOf(recorded.map(({ body }) => body)),
    policyOutcome: severest(of("policy.decided").map(({ decision }) => decision.outcome)),
  };
  return { artifacts, answer };
}

/**
 * What a run that its owner ends as failed leaves behind, and its figures. The owner's lease keeps every other writer
 * away.
 */
export function settleFailedRun(
  runId: string,
  pending: readonly LogEvent[],
): Promise<RunArtifacts & Pick<RunResult, "totals">> {
  return kysely()
    .transaction()
    .execute(async (transaction) => {
      const run = await transaction
        .selectFrom("run")
        .select(["id", "conversation_id", "user_message_id"])
        .where("id", "=", runId)
        .executeTakeFirstOrThrow();
      const recorded = await readLog(transaction, runId, pending);
      const { artifacts } = await artifactsFromLog(transaction, run, { pending });
      return {
        ...artifacts,
        totals: totalsOf(recorded.map(({ body }) => body)),
      };
    });
}

function totalsOf(events: readonly LogEventBody[]): RunResult["totals"] {
  const answered = events.filter((body) => body.type === "model.answered");
  const agents = events.filter((body) => body.type === "hop.started" && body.kind === "agent");
  const sum = (of: (answer: (typeof answered)[number]) => number) =>
    answered.reduce((total, answer) => total + of(answer), 0);
  return {
    agentId: agents.map((body) => ("nodeId" in body ? body.nodeId : null)).at(-1) ?? null,
    model: answered.findLast(({ model }) => model !== "")?.model ?? null,
    rounds: answered.length,
    modelCalls: events.filter(({ type }) => type === "model.called").length,
    toolCalls: events.filter(({ type }) => type === "tool.called").length,
    inputTokens: sum(({ inputTokens }) => inputTokens),
    outputTokens: sum(({ outputTokens }) => outputTokens),
  };
}

async function readLog(
  transaction: DatabaseTransaction,
  runId: string,
  pending: readonly LogEvent[],
): Promise<RecordedEvent[]> {
  const rows = await transaction
    .selectFrom("log_event")
    .select(["seq", "at", "type", "payload"])
    .where("run_id", "=", runId)
    .where("type", "in", TYPES)
    .orderBy("seq")
    .execute();
  const stored = rows.flatMap(({ at, type, payload }) => {
    const body = readLogBody({ type, payload });
    return body ? [{ body, at: at.toISOString() }] : [];
  });
  const known = new Set(rows.map(({ seq }) => seq));
  return [...stored, ...pending.filter(({ seq }) => !known.has(seq))];
}

async function foldStates(
  transaction: DatabaseTransaction,
  { conversation_id: conversationId }: DeadRun,
  changes: readonly LoggedChange[],
): Promise<Pick<RunArtifacts, "newStates" | "contextDeltas">> {
  if (changes.length === 0) return { newStates: [], contextDeltas: [] };
  const { states } = await transaction
    .selectNoFrom(() => [
      newestStates({ conversationId: uuid(conversationId), replacedFrom: null }).as("states"),
    ])
    .executeTakeFirstOrThrow();
  const own = await ownStates(conversationId, states ?? {}, transaction);
  const contextOf = (agentId: string) => {
    const stored = Object(own.get(agentId));
    const empty = REGISTRY.stateOf(agentId)?.context?.empty;
    return [Object(stored.context_state), ...(empty ? [empty] : [])];
  };
  const folded = foldChanges(changes, contextOf);
  return {
    contextDeltas: folded.deltas,
    newStates: folded.states.map(({ agentId, schema, state: context_state }) => {
      const state = { context_state, schema };
      const bytes = Buffer.byteLength(JSON.stringify(state));
      return { agentId, version: (states?.[agentId]?.newest ?? 0) + 1, state, bytes };
    }),
  };
}

/** The states that the application wrote, by their agents. */
async function ownStates(
  conversationId: string,
  states: Readonly<Record<string, NewestState>>,
  transaction: DatabaseTransaction,
): Promise<ReadonlyMap<string, unknown>> {
  const own = new Map<string, unknown>();
  for (const [agentId, { version, state, runId = null, bytes = 0, mac }] of Object.entries(
    states,
  )) {
    if (version === undefined) continue;
    const stored = { conversationId, agentId, version, runId, bytes, state };
    const bytesOfMac = mac ? Buffer.from(mac, "hex") : null;
    if (await isOwnState({ ...stored, mac: bytesOfMac }, transaction)) own.set(agentId, state);
    else tellForgedState({ runId });
  }
  return own;
}

const SEVERITY: readonly PolicyOutcome[] = ["allow", "would_deny", "needs_approval", "deny"];

function severest(outcomes: readonly PolicyOutcome[]): PolicyOutcome | null {
  return SEVERITY.findLast((outcome) => outcomes.includes(outcome)) ?? null;
}
