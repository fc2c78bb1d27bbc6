import "server-only";
/** How large an agent's hidden state was, version by version. */
import { sql } from "kysely";
import type { InspectionTransaction } from "../audited-read.ts";
import { type StoredStateVersion, VERSION_COLUMNS } from "./read-states.ts";

/** Of each agent; the newest count. */
const SIZES_MAX_VERSIONS = 500;

export type StoredStateSize = Omit<StoredStateVersion, "state"> & {
  /** Tool calls that it holds. */
  calls: number;
  /** Versions of this agent in this conversation. */
  total: number;
};

/** Ordered by agent and version. */
export function readStateSizes(
  transaction: InspectionTransaction,
  conversationId: string,
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
        .where("conversation_id", "=", conversationId),
    )
    .selectFrom("numbered")
    .innerJoin("hidden_state", "hidden_state.id", "numbered.id")
    .select(VERSION_COLUMNS)
    .select(({ ref }) => [
      "numbered.total",
      sql<number>`(SELECT count(*)::int FROM jsonb_path_query(${ref("hidden_state.state")},
        '$.gpa_messages.tool_call_history[*].tool_calls[*]', '{}', true))`.as("calls"),
    ])
    .where("numbered.age", "<=", SIZES_MAX_VERSIONS)
    .orderBy("hidden_state.agent_id")
    .orderBy("hidden_state.version")
    .execute();
}
