/** The sizes of an agent's hidden state by version. */
import "server-only";
import { sql } from "kysely";
import { SIZES_VERSIONS_MAX } from "../../limits.ts";
import type { InspectionTransaction } from "../audited-read.ts";
import { isOnBranchOr } from "../branch-of.ts";
import { type StoredStateVersion, VERSION_COLUMNS } from "./read-states.ts";

export type StoredStateSize = Omit<StoredStateVersion, "state"> & {
  /** The number of its tool calls. */
  calls: number;
  /** The number of versions of this agent on this branch. */
  total: number;
};

/** Those on the branch of this run, ordered by agent and version. */
export function readStateSizes(
  transaction: InspectionTransaction,
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
