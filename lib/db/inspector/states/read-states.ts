/** Reads the versions of hidden state that a run loaded, and those that it stored. */
import "server-only";
import { sql } from "kysely";
import type { Actor } from "../../../access/actor.ts";
import { AppError } from "../../../errors/app-error.ts";
import type { DatabaseTransaction } from "../../client.ts";
import { SIZES_VERSIONS_MAX } from "../../limits.ts";
import { columnsOf, table, uuid } from "../../typed-sql.ts";
import { isOnBranchOr } from "../branch-of.ts";
import { readConversationPart } from "../record-reads.ts";

/** `state` is the raw column. The caller decodes it. */
export type StoredStateVersion = {
  agentId: string;
  version: number;
  runId: string | null;
  state: unknown;
  bytes: number;
  quarantinedAt: Date | null;
  quarantinedReason: string | null;
  createdAt: Date;
};

const event = columnsOf("log_event", "e");

/** The columns of every version, without its state. */
const VERSION_COLUMNS = [
  ...(["hidden_state.agent_id as agentId", "hidden_state.version"] as const),
  ...(["hidden_state.run_id as runId", "hidden_state.bytes"] as const),
  "hidden_state.quarantined_at as quarantinedAt",
  "hidden_state.quarantined_reason as quarantinedReason",
  "hidden_state.created_at as createdAt",
] as const;

/** Ordered by agent and version. A version whose `runId` is the run's is what it stored. */
export function readStates(
  transaction: DatabaseTransaction,
  runId: string,
): Promise<StoredStateVersion[]> {
  return transaction
    .with(
      (cte) => cte("loaded").materialized(),
      () => sql<{ agent_id: string; version: string }>`(
        SELECT DISTINCT ${event("payload")}->>'agentId' AS agent_id, ${event("payload")}->>'version' AS version
        FROM ${table("log_event")} AS e
        WHERE ${event("run_id")} = ${uuid(runId)} AND ${event("type")} = 'state.loaded')`,
    )
    .selectFrom("run")
    .innerJoin("hidden_state", "hidden_state.conversation_id", "run.conversation_id")
    .select(VERSION_COLUMNS)
    .select("hidden_state.state")
    .where("run.id", "=", runId)
    .where(({ or, eb, exists, selectFrom, ref }) =>
      or([
        eb("hidden_state.run_id", "=", ref("run.id")),
        exists(
          selectFrom("loaded")
            .select("loaded.version")
            .whereRef("loaded.agent_id", "=", "hidden_state.agent_id")
            .where("loaded.version", "=", sql<string>`${ref("hidden_state.version")}::text`),
        ),
      ]),
    )
    .orderBy("hidden_state.agent_id")
    .orderBy("hidden_state.version")
    .execute();
}

type StoredRunStates = {
  running: boolean;
  states: StoredStateVersion[];
  sizes: StoredStateSize[];
};

/**
 * Hidden state around one run of a conversation, with the sizes of all versions.
 * @throws AppError `forbidden`; `not-found` if the conversation has no such run
 */
export function readConversationStates(
  actor: Actor,
  conversationId: string,
  runId: string,
): Promise<StoredRunStates> {
  return readConversationPart(actor, conversationId, { part: "states", runId }, async (tx) => {
    const run = await tx
      .selectFrom("run")
      .select("status")
      .where("id", "=", runId)
      .where("conversation_id", "=", conversationId)
      .executeTakeFirst();
    if (!run) throw new AppError("not-found");
    const states = await readStates(tx, runId);
    const sizes = await readStateSizes(tx, conversationId, runId);
    return { running: run.status === "running", states, sizes };
  });
}

export type StoredStateSize = Omit<StoredStateVersion, "state"> & {
  /** The number of its tool calls. */
  calls: number;
  /** The number of versions of this agent on this branch. */
  total: number;
};

/**
 * The sizes of an agent's hidden state by version.
 * Those on the branch of this run, ordered by agent and version.
 */
function readStateSizes(
  transaction: DatabaseTransaction,
  conversationId: string,
  runId: string,
): Promise<StoredStateSize[]> {
  return transaction
    .with("numbered", (db) =>
      db
        .selectFrom("hidden_state")
        .select(({ ref }) => [
          "id",
          sql<number>`(count(*) OVER (PARTITION BY ${ref("agent_id")}))::int`.as("total"),
          sql<number>`row_number() OVER (PARTITION BY ${ref("agent_id")}
            ORDER BY ${ref("version")} DESC)`.as("age"),
        ])
        .where("conversation_id", "=", conversationId)
        .where(({ ref }) => isOnBranchOr(ref("hidden_state.message_id"), runId)),
    )
    .selectFrom("numbered")
    .innerJoin("hidden_state", "hidden_state.id", "numbered.id")
    .select(VERSION_COLUMNS)
    .select(({ ref }) => [
      "numbered.total",
      sql<number>`(SELECT count(*)::int FROM jsonb_path_query(${ref("hidden_state.state")},
        '$.gpa_messages.tool_call_history[*].tool_calls[*]', '{}', true))`.as("calls"),
    ])
    .where("numbered.age", "<=", SIZES_VERSIONS_MAX)
    .orderBy("hidden_state.agent_id")
    .orderBy("hidden_state.version")
    .execute();
}
