/** Reads the versions of hidden state that a run loaded, and those that it stored. */
import "server-only";
import { sql } from "kysely";
import { columnsOf, table, uuid } from "../../typed-sql.ts";
import type { InspectionTransaction } from "../audited-read.ts";

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
export const VERSION_COLUMNS = [
  ...(["hidden_state.agent_id as agentId", "hidden_state.version"] as const),
  ...(["hidden_state.run_id as runId", "hidden_state.bytes"] as const),
  "hidden_state.quarantined_at as quarantinedAt",
  "hidden_state.quarantined_reason as quarantinedReason",
  "hidden_state.created_at as createdAt",
] as const;

/** Ordered by agent and version. A version whose `runId` is the run's is what it stored. */
export function readStates(
  transaction: InspectionTransaction,
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
