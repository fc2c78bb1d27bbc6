/** Erases what is older than the days that its class is kept. Each batch is one transaction with its audit row. */
import "server-only";
import { randomUUID } from "node:crypto";
import { type Kysely, sql } from "kysely";
import type { Tombstone } from "../../../contracts/audit/tombstone.ts";
import type { RetentionClass } from "../../../contracts/inspector/erasure-request.ts";
import { settings } from "../../../env/settings.ts";
import { log } from "../../../log/log.ts";
import { writeTombstones } from "../../audit/anchor/write-tombstones.ts";
import { foundAt, recordFinding } from "../../audit/found/trail-findings.ts";
import { recordAudit } from "../../audit/record-audit.ts";
import { reduceDetails } from "../../audit/reduce-details.ts";
import { pauseSealing } from "../../audit/seal/seal-trail.ts";
import { type Database, type DatabaseTransaction, kysely } from "../../client.ts";
import {
  DETAILS_REDUCED_ROWS,
  EDITS_FOUND_MAX,
  LOG_LOCK_ATTEMPTS_MAX,
  RETENTION_BATCH_ROWS,
} from "../../limits.ts";
import { eraseReviewWords } from "../../review/erase-words.ts";
import { columnsOf, isNotLocked, table, uuids } from "../../typed-sql.ts";
import { expireTraces } from "../../ums/service-traces.ts";
import { eraseConversationRows } from "../erase-conversation-rows.ts";
import { erasePayloadRows } from "../erase-payload-rows.ts";
import { eraseLogMonth, listLogMonths } from "./erase-log-month.ts";
import { before, findBackdated, IS_LIVE, isIdle, isIdleByOwnRows } from "./idle-conversations.ts";

type Counts = Record<string, number>;

/** One batch. */
type Batch = {
  rows: Counts;
  tombstones?: readonly Tombstone[];
  /** Conversations that are kept, because their runs are younger than the time of their last turn says. */
  backdated?: readonly string[];
  /** True where more may wait. */
  hasMore: boolean;
};

const RULE = { rule: "retention", actorId: null } as const;

const BATCHES: Record<
  RetentionClass,
  (transaction: DatabaseTransaction, days: number, rowId: string) => Promise<Batch>
> = {
  messages: eraseConversations,
  "log-payloads": erasePayloads,
  log: eraseOldMonth,
  "hidden-state": forgetStates,
  "context-deltas": deleteDeltas,
  attachments: deleteFiles,
  reviews: (transaction, days) => eraseReviewWords(transaction, before(days)),
  audit: reduceOldDetails,
};

/** @param days 0: for good @returns the rows that are gone, by table */
export async function applyRetention(kind: RetentionClass, days: number): Promise<Counts> {
  const all: Counts = {};
  if (days === 0) return all;
  let attempts = 0;
  for (let hasMore = true; hasMore; ) {
    const batch = await applyOnce(kind, days);
    for (const id of batch?.backdated ?? [])
      await recordFinding(foundAt("conversation-edited", { name: `conversation:${id}` }));
    if (batch === null) {
      attempts += 1;
      if (attempts < LOG_LOCK_ATTEMPTS_MAX) continue;
      log().warn(
        { kind },
        "retention gave way to readers of the log, and is applied the next time",
      );
      break;
    }
    for (const [name, count] of Object.entries(batch.rows)) all[name] = (all[name] ?? 0) + count;
    hasMore = batch.hasMore;
  }
  return all;
}

/** @returns null where others hold what is needed, and would have had to wait behind us */
async function applyOnce(kind: RetentionClass, days: number): Promise<Batch | null> {
  try {
    return await kysely()
      .transaction()
      .execute(async (transaction) => {
        const rowId = randomUUID();
        const done = await BATCHES[kind](transaction, days, rowId);
        const { rows } = done;
        if (Object.values(rows).some((count) => count > 0))
          await recordAudit(
            transaction,
            {
              actorId: null,
              action: "retention.applied",
              target: `retention:${kind}`,
              outcome: "allowed",
              detail: { class: kind, days, rows },
            },
            rowId,
          );
        await writeTombstones(done.tombstones ?? []);
        return done;
      });
  } catch (error) {
    if (isNotLocked(error)) return null;
    throw error;
  }
}

const conversation = columnsOf("conversation");

async function eraseConversations(transaction: DatabaseTransaction, days: number): Promise<Batch> {
  const idle = await transaction
    .selectFrom("conversation")
    .select("id")
    .where(isIdle(days))
    .limit(RETENTION_BATCH_ROWS)
    .execute();
  const backdated = await findBackdated(transaction, days, EDITS_FOUND_MAX);
  const rows: Counts = {};
  const tombstones: Tombstone[] = [];
  for (const { id } of idle) {
    if (!(await isIdleByOwnRows(transaction, id))) {
      backdated.push(id);
      continue;
    }
    const erased = await eraseConversationRows(transaction, id, RULE);
    if (!erased.ok) continue;
    tombstones.push(erased.tombstone);
    for (const [name, count] of Object.entries(erased.rows)) rows[name] = (rows[name] ?? 0) + count;
  }
  return { rows, tombstones, backdated, hasMore: tombstones.length === RETENTION_BATCH_ROWS };
}

async function erasePayloads(transaction: DatabaseTransaction, days: number): Promise<Batch> {
  // The first event tells: payloads of one log are erased together. From there, an index finds the oldest.
  const runs = await transaction
    .selectFrom("run_event")
    .innerJoin("run", "run.id", "run_event.run_id")
    .select("run.id")
    .where("run_event.seq", "=", sql.lit(1))
    .where("run_event.payload", "is not", null)
    .where("run.ended_at", "<", before(days))
    .orderBy("run_event.run_id")
    .limit(RETENTION_BATCH_ROWS)
    .execute();
  const runIds = runs.map(({ id }) => id);
  const erased = await erasePayloadRows(transaction, runIds, RULE);
  return {
    rows: { run_event: erased.events },
    tombstones: erased.tombstones,
    hasMore: erased.runIds.length === RETENTION_BATCH_ROWS,
  };
}

/** One month. A month with a run at work is left for the next time. */
async function eraseOldMonth(transaction: DatabaseTransaction, days: number): Promise<Batch> {
  const endedBefore = new Date(Date.now() - days * 86_400_000);
  for (const begins of await listLogMonths(transaction, endedBefore)) {
    const erased = await eraseLogMonth(transaction, begins, RULE);
    if (erased.ok) return { rows: erased.rows, tombstones: [erased.tombstone], hasMore: true };
  }
  return { rows: {}, hasMore: false };
}

/**
 * With the memory of agents go the changes that could rebuild it, unless they have days of their own, what waits for a
 * decision that nobody gave, and the service's own copies.
 */
async function forgetStates(transaction: DatabaseTransaction, days: number): Promise<Batch> {
  const states = await expireHiddenStates(days, transaction);
  const { RETENTION_CONTEXT_DELTAS_DAYS: ownDays } = settings();
  const deltas = ownDays === undefined ? (await deleteDeltas(transaction, days)).rows : {};
  const traces = await expireTraces(days, transaction);
  const { numAffectedRows: waiting = 0n } = await sql`
    UPDATE ${table("approval")} SET resume = '{}', suspended_plan = NULL, changed = NULL,
      status = CASE status WHEN 'pending' THEN 'expired' ELSE status END
    FROM ${table("conversation")}
    WHERE ${conversation("id")} = approval.conversation_id AND ${isIdle(days)}
      AND (resume <> '{}' OR suspended_plan IS NOT NULL OR changed IS NOT NULL)`.execute(
    transaction,
  );
  const service = await transaction
    .deleteFrom("ums_conversation")
    .where("updated_at", "<", before(days))
    .executeTakeFirst();
  const rows = { hidden_state: states, ...deltas, ums_trace: traces, approval: Number(waiting) };
  const copies = Number(service.numDeletedRows);
  return { rows: { ...rows, ums_conversation: copies }, hasMore: false };
}

/** An agent's changes go when its state is gone: what is left of them must still lead to the state. */
async function deleteDeltas(transaction: DatabaseTransaction, days: number): Promise<Batch> {
  const { numAffectedRows = 0n } = await sql`
    DELETE FROM ${table("context_delta")} AS delta USING ${table("conversation")}
    WHERE ${conversation("id")} = delta.conversation_id AND ${isIdle(days)} AND NOT EXISTS (
      SELECT 1 FROM ${table("hidden_state")} AS state
      WHERE state.conversation_id = delta.conversation_id AND state.agent_id = delta.agent_id)`.execute(
    transaction,
  );
  return { rows: { context_delta: Number(numAffectedRows) }, hasMore: false };
}

async function deleteFiles(transaction: DatabaseTransaction, days: number): Promise<Batch> {
  const files = await transaction
    .selectFrom("attachment")
    .leftJoin("conversation", "conversation.id", "attachment.conversation_id")
    .select("attachment.id")
    .where("attachment.created_at", "<", before(days))
    .where(sql<boolean>`NOT ${IS_LIVE}`)
    .limit(RETENTION_BATCH_ROWS)
    .execute();
  const ids = uuids(files.map(({ id }) => id));
  const passages = await sql`
    DELETE FROM ${table("passage")} WHERE attachment_id = ANY(${ids})`.execute(transaction);
  await sql`DELETE FROM ${table("attachment")} WHERE id = ANY(${ids})`.execute(transaction);
  return {
    rows: { attachment: files.length, passage: Number(passages.numAffectedRows ?? 0n) },
    hasMore: files.length === RETENTION_BATCH_ROWS,
  };
}

/** @param rowId of the row that says so */
async function reduceOldDetails(
  transaction: DatabaseTransaction,
  days: number,
  rowId: string,
): Promise<Batch> {
  await pauseSealing(transaction);
  const at = columnsOf("audit_event")("at");
  const reduced = await reduceDetails(transaction, sql<boolean>`${at} < ${before(days)}`, rowId);
  return { rows: { audit_event: reduced }, hasMore: reduced === DETAILS_REDUCED_ROWS };
}

/**
 * Deletes the hidden states of conversations that have been idle for the TTL.
 * @param ttlDays days since the conversation's last turn @returns the number of deleted versions
 */
export async function expireHiddenStates(
  ttlDays: number,
  executor: Kysely<Database> = kysely(),
): Promise<number> {
  const result = await executor
    .deleteFrom("hidden_state")
    .using("conversation")
    .whereRef("conversation.id", "=", "hidden_state.conversation_id")
    .where(isIdle(ttlDays))
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}
