/** Deletes all that is stored of a conversation, and says so in the trail. Part of a transaction; the caller authorises. */
import "server-only";
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { ErasureRule, Tombstone } from "../../contracts/audit/tombstone.ts";
import { tombstoneDetail } from "../audit/anchor/write-tombstones.ts";
import { recordAudit } from "../audit/record-audit.ts";
import { reduceAllDetails } from "../audit/reduce-details.ts";
import { eraseInTurn, pauseSealing } from "../audit/seal/seal-trail.ts";
import type { DatabaseTransaction } from "../client.ts";
import { asWordsQuery, WORDS_SAID } from "../inspector/runs/run-conditions.ts";
import { withAudit } from "../inspector/with-audit.ts";
import { detachFigures } from "../review/results/review-figures.ts";
import { columnsOf, table, uuids } from "../typed-sql.ts";
import { CONVERSATION_ROWS, deleteRows, ROWS_OF_SEALER } from "./erased-tables.ts";

export type Erasing = {
  rule: ErasureRule;
  /** Null: the server itself, or a command on it. */
  actorId: string | null;
  /** Erase although a run is live: nothing works on a database that was just restored. */
  whileRunning?: boolean;
};

export type ErasedRows =
  | { ok: true; rows: Record<string, number>; tombstone: Tombstone }
  /** `running`: an answer is being written, and would be written again. */
  | { ok: false; reason: "gone" | "running" };

const event = columnsOf("audit_event");

/** The caller writes the tombstone to its file when all else is done. @throws AppError `audit-unavailable` */
export async function eraseConversationRows(
  transaction: DatabaseTransaction,
  conversationId: string,
  { rule, actorId, whileRunning = false }: Erasing,
): Promise<ErasedRows> {
  await eraseInTurn(transaction);
  // A turn that begins now waits, and then finds no conversation.
  const conversation = await transaction
    .selectFrom("conversation")
    .select("user_id")
    .where("id", "=", conversationId)
    .forUpdate()
    .executeTakeFirst();
  if (!conversation) return { ok: false, reason: "gone" };
  const runs = await transaction
    .selectFrom("run")
    .select(["id", "status"])
    .where("conversation_id", "=", conversationId)
    .orderBy("id")
    .execute();
  if (!whileRunning && runs.some(({ status }) => status === "running"))
    return { ok: false, reason: "running" };
  const runIds = runs.map(({ id }) => id);
  const serviceIds = await findServiceIds(transaction, conversationId, runIds);
  const scope = { conversationId, runIds, serviceIds };
  const tombstoneId = randomUUID();
  const searches = await findSearches(transaction, conversationId, runIds);
  await detachFigures(transaction, runIds);
  const own = await deleteRows(transaction, CONVERSATION_ROWS, scope);
  await pauseSealing(transaction);
  const rows = { ...own, ...(await deleteRows(transaction, ROWS_OF_SEALER, scope)) };
  await forgetSearches(transaction, searches, tombstoneId);
  await forgetAnswerSalts(transaction, runIds);
  await withAudit(() =>
    recordAudit(
      transaction,
      {
        actorId,
        action: "conversation.erased",
        target: `conversation:${conversationId}`,
        outcome: "allowed",
        subjectId: conversation.user_id,
        detail: tombstoneDetail({ rule, runIds, rows }),
      },
      tombstoneId,
    ),
  );
  const at = new Date().toISOString();
  return {
    ok: true,
    rows,
    tombstone: { action: "conversation.erased", at, rule, actorId, conversationId },
  };
}

/** The conversations of the service that this one's memory, waiting calls and runs name. */
async function findServiceIds(
  transaction: DatabaseTransaction,
  conversationId: string,
  runIds: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM ${table("ums_conversation")} WHERE id::text IN (
      SELECT state->>'ums_conversation_id' FROM ${table("hidden_state")}
        WHERE conversation_id = ${conversationId}::uuid AND state ? 'ums_conversation_id'
      UNION ALL SELECT resume->>'ums_conversation_id' FROM ${table("approval")}
        WHERE conversation_id = ${conversationId}::uuid
      UNION ALL SELECT conversation_id::text FROM ${table("ums_trace")}
        WHERE run_id = ANY(${[...runIds]}::text[]))`.execute(transaction);
  return rows.map(({ id }) => id);
}

/**
 * Searches and exports whose words stand in this conversation, whatever their other filters were. Their words would tell what
 * was said in it. Call it before its messages are deleted.
 */
async function findSearches(
  transaction: DatabaseTransaction,
  conversationId: string,
  runIds: readonly string[],
): Promise<string[]> {
  const words = sql`coalesce(${event("detail")}->>'words', ${event("detail")}#>>'{filters,q}')`;
  const { rows } = await sql<{ id: string }>`
    WITH said AS MATERIALIZED (
      SELECT ${WORDS_SAID} AS words FROM ${table("message")} WHERE conversation_id = ${conversationId}::uuid
    ), shown AS MATERIALIZED (
      SELECT detail->>'searchId' AS id FROM ${table("audit_event")}
      WHERE action = 'run.found' AND run_id = ANY(${uuids(runIds)})
    ), asked AS MATERIALIZED (
      SELECT detail->>'requestId' AS id FROM ${table("audit_event")}
      WHERE action = 'words.searched' AND id::text IN (SELECT id FROM shown)
    )
    SELECT ${event("id")} FROM ${table("audit_event")}
    WHERE ${event("action")} IN ('words.searched', 'search.asked', 'runs.exported') AND ${event("detail")} <> '{}'::jsonb
      AND (${event("id")}::text IN (SELECT id FROM shown UNION ALL SELECT id FROM asked)
        OR EXISTS (SELECT FROM said WHERE said.words @@ ${asWordsQuery(words)}))`.execute(
    transaction,
  );
  return rows.map(({ id }) => id);
}

async function forgetSearches(
  transaction: DatabaseTransaction,
  ids: readonly string[],
  erasedBy: string,
): Promise<void> {
  if (ids.length > 0)
    await reduceAllDetails(
      transaction,
      sql<boolean>`${event("id")} = ANY(${uuids(ids)})`,
      erasedBy,
    );
}

/** With its salt, the commitment to a short answer could be guessed. The commitment itself stays. */
async function forgetAnswerSalts(
  transaction: DatabaseTransaction,
  runIds: readonly string[],
): Promise<void> {
  await sql`
    UPDATE ${table("run_seal")} SET answer_salt = NULL WHERE run_id = ANY(${uuids(runIds)})`.execute(
    transaction,
  );
}
