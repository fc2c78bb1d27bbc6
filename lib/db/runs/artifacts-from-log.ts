import "server-only";
/**
 * What an interrupted run leaves behind, from its log: the states after its accepted deltas, the deltas, the history of
 * its nodes, and its score (ADR-040, "Execution Loop").
 */
import { REGISTRY } from "../../agents/registry.ts";
import { foldChanges, type LoggedChange } from "../../context-state/fold-changes.ts";
import type { PolicyOutcome } from "../../contracts/run/hop-decision.ts";
import { LogEventBody, type RecordedEvent } from "../../contracts/run/log-event.ts";
import { NO_ARTIFACTS, type RunArtifacts } from "../../contracts/run/run-work.ts";
import { scoreRun } from "../../deviation/score-run.ts";
import type { DatabaseTransaction } from "../client.ts";
import { newestStates } from "../turns/turn-memory.ts";
import { uuid } from "../typed-sql.ts";
import { nodeHistory } from "./node-history.ts";

type DeadRun = { id: string; conversation_id: string; user_message_id: string };

/** The types that the artifacts are made from. */
const TYPES = [
  ...["hop.started", "hop.ended", "model.called", "model.answered", "tool.called", "tool.returned"],
  ...["plan.made", "execution.recorded", "execution.claimed", "approval.requested"],
  ...["policy.decided", "context.changed", "answer.delta"],
];

/** Reads the log within the transaction that ends the run. Events that cannot be read are left out. */
export async function artifactsFromLog(
  transaction: DatabaseTransaction,
  run: DeadRun,
): Promise<RunArtifacts> {
  const recorded = await readLog(transaction, run.id);
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
  const answer = of("answer.delta")
    .map(({ text }) => text)
    .join("");
  const plan = of("plan.made").at(-1)?.plan ?? null;
  const score = plan && scoreRun(plan, recorded, true);
  return {
    ...NO_ARTIFACTS,
    ...(await foldStates(transaction, run, of("context.changed"))),
    nodeHistory: nodeHistory({ recorded, input, answer }),
    deviation: score && { score: score.score, detail: { plan, ...score } },
    policyOutcome: severest(of("policy.decided").map(({ decision }) => decision.outcome)),
  };
}

async function readLog(transaction: DatabaseTransaction, runId: string): Promise<RecordedEvent[]> {
  const rows = await transaction
    .selectFrom("log_event")
    .select(["at", "type", "payload"])
    .where("run_id", "=", runId)
    .where("type", "in", TYPES)
    .orderBy("seq")
    .execute();
  return rows.flatMap(({ at, type, payload }) => {
    const read = LogEventBody.safeParse({ ...Object(payload), type });
    return read.success ? [{ body: read.data, at: at.toISOString() }] : [];
  });
}

async function foldStates(
  transaction: DatabaseTransaction,
  { conversation_id: conversationId }: DeadRun,
  changes: readonly LoggedChange[],
): Promise<Pick<RunArtifacts, "newStates" | "contextDeltas">> {
  if (changes.length === 0) return { newStates: [], contextDeltas: [] };
  const { states } = await transaction
    .selectNoFrom(() => [newestStates(uuid(conversationId)).as("states")])
    .executeTakeFirstOrThrow();
  const contextOf = (agentId: string) => {
    const stored = Object(states?.[agentId]?.state);
    const empty = REGISTRY.stateOf(agentId)?.context?.empty;
    return [Object(stored.context_state), ...(empty ? [empty] : [])];
  };
  const folded = foldChanges(changes, contextOf);
  return {
    contextDeltas: folded.deltas,
    newStates: folded.states.map(({ agentId, schema, state: context_state }) => {
      const state = { context_state, schema };
      const bytes = Buffer.byteLength(JSON.stringify(state));
      return { agentId, version: (states?.[agentId]?.version ?? 0) + 1, state, bytes };
    }),
  };
}

const SEVERITY: readonly PolicyOutcome[] = ["allow", "would_deny", "needs_approval", "deny"];

function severest(outcomes: readonly PolicyOutcome[]): PolicyOutcome | null {
  return SEVERITY.findLast((outcome) => outcomes.includes(outcome)) ?? null;
}
