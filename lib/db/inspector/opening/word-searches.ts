/**
 * Searches of everybody's words: the words, the reason, and whose conversations were shown as hits are on record. The sealed
 * row of the search is the permission to go on with it, for as long as a reason opens a run.
 */
import "server-only";
import type { Actor } from "../../../access/actor.ts";
import { assertCan, can } from "../../../access/assert-can.ts";
import type { AuditEvent } from "../../../contracts/audit/audit-event.ts";
import type { InspectedRun } from "../../../contracts/inspector/run/inspected-run.ts";
import type { RunFilters } from "../../../contracts/inspector/run-query.ts";
import { settings } from "../../../env/settings.ts";
import { toAuditRow } from "../../audit/audit-row.ts";
import { hasOwnMac } from "../../audit/own-rows.ts";
import { insertAuditRows, recordAudit } from "../../audit/record-audit.ts";
import type { DatabaseTransaction } from "../../client.ts";
import { ROW_TIME_TOLERANCE_MS } from "../../limits.ts";
import { fromNow } from "../../typed-sql.ts";
import { keepLook } from "../audited-read.ts";
import { withAudit } from "../with-audit.ts";
import { readPermits } from "./payload-openings.ts";

type Searched = Extract<AuditEvent, { action: "words.searched" }>["detail"];

/**
 * A search of everybody's words. `reason`: null where none is asked for. `requestId`: the row that asked for it, where a
 * second admin confirmed it.
 */
export type WordSearch = { id: string; reason: string | null; requestId?: string };

/** The filters of a search, without its words. */
type BesideWords = Omit<RunFilters, "q">;

/**
 * The search for these words that this operator gave a reason for, not too long ago. Call it outside of transactions.
 * @returns null: they gave none
 * @throws AppError `audit-unavailable`
 */
export async function findSearch(actor: Actor, words: string): Promise<WordSearch | null> {
  if (!can(actor, "payload:read")) return null;
  const rows = await readPermits(actor, "words.searched");
  const found = rows.findLast(({ detail }) => toSearched(detail).words === words);
  const { reason = null, requestId } = toSearched(found?.detail);
  if (!found || reason === null) return null;
  return { id: found.id, reason, ...(requestId !== undefined && { requestId }) };
}

/** Empty where the words were erased. */
function toSearched(detail: unknown): Partial<Searched> {
  return (detail ?? {}) as Partial<Searched>;
}

/** @throws AppError `forbidden` without `payload:read`, `audit-unavailable` */
export async function recordSearch(
  transaction: DatabaseTransaction,
  actor: Actor,
  words: string,
  { filters, reason }: { filters: BesideWords; reason: string },
): Promise<WordSearch> {
  assertCan(actor, "payload:read");
  return write(transaction, actor, { words, filters, reason });
}

/**
 * Of who searches everybody's words without a reason: the same words are one search for as long as a reason would count, so
 * that a page that is read again and again writes no more rows.
 * @throws AppError `audit-unavailable`
 */
export async function recordFreeSearch(
  transaction: DatabaseTransaction,
  actor: Actor,
  words: string,
  filters: BesideWords,
): Promise<WordSearch> {
  const recent = transaction
    .selectFrom("audit_event")
    .selectAll()
    .where("actor_id", "=", actor.userId)
    .where("action", "=", "words.searched")
    .where("at", ">", fromNow(-settings().PAYLOAD_OPEN_MINUTES * 60_000))
    .where("at", "<", fromNow(ROW_TIME_TOLERANCE_MS))
    .orderBy("at", "desc");
  const rows = await withAudit(() => recent.execute());
  const same = rows.find(
    (row) =>
      hasOwnMac(row) && toSearched(row.detail).words === words && row.detail_commitment === null,
  );
  if (same) return { id: same.id, reason: toSearched(same.detail).reason ?? null };
  return write(transaction, actor, { words, filters, reason: null });
}

async function write(
  transaction: DatabaseTransaction,
  { userId }: Actor,
  { words, filters, reason }: { words: string; filters: BesideWords; reason: string | null },
): Promise<WordSearch> {
  const id = await withAudit(() =>
    recordAudit(transaction, {
      actorId: userId,
      action: "words.searched",
      target: "runs",
      outcome: "allowed",
      detail: { words, filters, reason },
    }),
  );
  keepLook(transaction, id);
  return { id, reason };
}

/**
 * Records whose conversations are shown as hits: one row for each conversation and search, about its person.
 * @throws AppError `audit-unavailable`: then no hit may be shown
 */
export async function recordHits(
  transaction: DatabaseTransaction,
  { userId }: Actor,
  search: WordSearch,
  hits: readonly Pick<InspectedRun, "id" | "person" | "conversation">[],
): Promise<void> {
  const known = await withAudit(() => listFound(transaction, userId, search.id));
  const isNew = hits.filter(({ conversation }) => !known.has(conversation.id));
  const first = new Map(isNew.toReversed().map((hit) => [hit.conversation.id, hit]));
  const rows = [...first.values()].map(({ id: runId, person, conversation }) =>
    toAuditRow({
      actorId: userId,
      action: "run.found",
      target: `run:${runId}`,
      outcome: "allowed",
      subjectId: person.id,
      runId,
      detail: {
        conversationId: conversation.id,
        searchId: search.id,
        reason: search.reason,
        ...(search.requestId !== undefined && { requestId: search.requestId }),
      },
    }),
  );
  if (rows.length === 0) return;
  await withAudit(async () => {
    if ((await insertAuditRows(transaction, rows)) !== rows.length)
      throw new Error("the trail took not every row for run.found");
  });
  for (const { id, subject_id: personId } of rows) keepLook(transaction, id, personId);
}

/** Conversations that already have a row as a hit of this search. Only rows with a valid MAC count. */
async function listFound(
  transaction: DatabaseTransaction,
  actorId: string,
  searchId: string,
): Promise<Set<string>> {
  const rows = await transaction
    .selectFrom("audit_event")
    .selectAll()
    .where("actor_id", "=", actorId)
    .where("action", "=", "run.found")
    .where("at", ">", fromNow(-settings().PAYLOAD_OPEN_MINUTES * 60_000 - ROW_TIME_TOLERANCE_MS))
    .execute();
  return new Set(
    rows.filter(hasOwnMac).flatMap(({ detail }) => {
      const found = (detail ?? {}) as { conversationId?: string; searchId?: string };
      return found.searchId === searchId ? (found.conversationId ?? []) : [];
    }),
  );
}
