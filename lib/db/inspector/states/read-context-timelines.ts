/** Reads which turn and hop changed which path of a conversation's context state, without values. */
import "server-only";
import { sql } from "kysely";
import type { Actor } from "../../../access/actor.ts";
import type { DatabaseTransaction } from "../../client.ts";
import {
  TIMELINE_DELTAS_MAX,
  TIMELINE_REFUSALS_MAX,
  TURN_QUESTION_MAX_CHARS,
} from "../../limits.ts";
import { columnsOf } from "../../typed-sql.ts";
import { isOnBranchOr } from "../branch-of.ts";
import { ofBranch, readConversationPart } from "../record-reads.ts";

export type StoredTimelineRow = {
  agentId: string;
  ordinal: number;
  runId: string | null;
  hopRef: string | null;
  nodeId: string | null;
  origin: string;
  createdAt: Date;
  paths: unknown;
  /** How many deltas the agent has. */
  total: number;
};
export type StoredTurn = { runId: string; turn: number; startedAt: Date; question: string };
export type StoredRefusal = {
  agentId: string;
  runId: string;
  hopRef: string | null;
  seq: number;
  at: Date;
  attempt: number;
  reason: string;
  /** How many refused changes the agent has. */
  total: number;
};
export type StoredTimelines = {
  rows: StoredTimelineRow[];
  turns: StoredTurn[];
  /** Newest first. */
  refusals: StoredRefusal[];
};

/**
 * @param branchOf a run, whose branch is read; null: the path that the person sees
 * @throws AppError `forbidden`, `not-found`
 */
export function readContextTimelines(
  actor: Actor,
  conversationId: string,
  branchOf: string | null,
): Promise<StoredTimelines> {
  const detail = { part: "context", ...ofBranch(branchOf) } as const;
  return readConversationPart(actor, conversationId, detail, async (transaction) => {
    const rows = await selectChanges(transaction, conversationId, branchOf).execute();
    const turns = await selectTurns(transaction, conversationId).execute();
    const refusals = await selectRefusals(transaction, conversationId).execute();
    return { rows, turns, refusals };
  });
}

function selectChanges(
  transaction: DatabaseTransaction,
  conversationId: string,
  branchOf: string | null,
) {
  return transaction
    .with("numbered", (db) =>
      db
        .selectFrom("context_delta")
        .select(["agent_id", "ordinal", "run_id", "hop_ref", "origin", "created_at", "patch"])
        .select(({ ref }) => [
          sql<number>`(count(*) OVER (PARTITION BY ${ref("agent_id")}))::int`.as("total"),
          sql<number>`row_number() OVER (PARTITION BY ${ref("agent_id")}
            ORDER BY ${ref("ordinal")})`.as("place"),
        ])
        .where("conversation_id", "=", conversationId)
        .where(({ ref }) => isOnBranchOr(ref("context_delta.message_id"), branchOf)),
    )
    .selectFrom("numbered")
    .leftJoin("node_history", (join) =>
      join
        .onRef("node_history.run_id", "=", "numbered.run_id")
        .onRef("node_history.hop_ref", "=", "numbered.hop_ref"),
    )
    .select(["numbered.agent_id as agentId", "numbered.ordinal", "numbered.run_id as runId"])
    .select(["numbered.hop_ref as hopRef", "node_history.node_id as nodeId", "numbered.origin"])
    .select(["numbered.created_at as createdAt", "numbered.total"])
    .select(({ ref }) =>
      sql<unknown>`jsonb_path_query_array(${ref("numbered.patch")}, '$[*].path', '{}', true)`.as(
        "paths",
      ),
    )
    .where("numbered.place", "<=", TIMELINE_DELTAS_MAX)
    .orderBy("numbered.agent_id")
    .orderBy("numbered.ordinal");
}

const payload = columnsOf("log_event")("payload");

function selectRefusals(transaction: DatabaseTransaction, conversationId: string) {
  return transaction
    .selectFrom("run")
    .innerJoin("log_event", "log_event.run_id", "run.id")
    .select(["log_event.run_id as runId", "log_event.hop_ref as hopRef", "log_event.seq"])
    .select("log_event.at")
    .select([
      sql<string>`${payload}->>'agentId'`.as("agentId"),
      sql<number>`(${payload}->>'attempt')::int`.as("attempt"),
      sql<string>`${payload}->>'reason'`.as("reason"),
      sql<number>`(count(*) OVER (PARTITION BY ${payload}->>'agentId'))::int`.as("total"),
    ])
    .where("run.conversation_id", "=", conversationId)
    .where("log_event.type", "=", "context.refused")
    .orderBy("run.started_at", "desc")
    .orderBy("log_event.seq", "desc")
    .limit(TIMELINE_REFUSALS_MAX);
}

function selectTurns(transaction: DatabaseTransaction, conversationId: string) {
  return transaction
    .selectFrom("run")
    .innerJoin("message", "message.id", "run.user_message_id")
    .select(({ ref }) => [
      "run.id as runId",
      sql<number>`(row_number() OVER (ORDER BY ${ref("run.started_at")}, ${ref("run.id")}))::int`.as(
        "turn",
      ),
      "run.started_at as startedAt",
      sql<string>`left(${ref("message.content")}, ${TURN_QUESTION_MAX_CHARS}::int)`.as("question"),
    ])
    .where("run.conversation_id", "=", conversationId)
    .orderBy("turn");
}
