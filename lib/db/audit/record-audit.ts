/** Writes audit events, in the transaction of what they record. The sealer gives them their place in the trail. */
import "server-only";
import { type Kysely, sql } from "kysely";
import type { AuditEvent } from "../../contracts/audit/audit-event.ts";
import { mayPass } from "../check-database.ts";
import { type Database, db, kysely } from "../client.ts";
import type { Prisma } from "../generated/client.ts";
import { COVERING_ROWS_READ, ROW_TIME_TOLERANCE_MS } from "../limits.ts";
import { TakenBack } from "../prepare-statement.ts";
import { storableJson, storableText } from "../storable-json.ts";
import { fromNow, insertRows, table } from "../typed-sql.ts";
import {
  AUDIT_ROW_TYPES,
  type AuditRow,
  type SubjectedEvent,
  signEvent,
  toAuditRow,
} from "./audit-row.ts";
import { hasOwnMac } from "./own-rows.ts";

type Executor = Kysely<Database>;

/**
 * @param id where rows that it changes name it already
 * @returns the row's id
 * @throws what the database throws, and where it took no row: then the effect must not happen either
 */
export async function recordAudit(
  executor: Executor,
  event: AuditEvent,
  id?: string,
): Promise<string> {
  const row = toAuditRow(await withSubject(executor, event), id);
  if ((await insertAuditRows(executor, [row])) !== 1)
    throw new Error(`the trail took no row for ${event.action}`);
  return row.id;
}

export type Repetition = {
  /** Milliseconds that one row covers. */
  withinMs: number;
  /** What counts as the same: a detail of its own (`detail`), the actor's action on a target (default), anybody's. */
  sameBy?: "detail" | "actor" | "target";
  /** The most rows of this action and actor in that time, over all targets. */
  rowsMax?: number;
};

/**
 * Writes a row, unless the same was written a moment ago: for what repeats. Rows that the application did not write cover
 * nothing.
 * @returns the row's id; null where the same was written
 * @throws what the database throws, and where it took no row
 */
export async function recordAuditOnce(
  executor: Executor,
  event: AuditEvent,
  repetition: Repetition,
): Promise<string | null> {
  if (await isCovered(executor, event, repetition)) return null;
  return recordAudit(executor, event);
}

async function isCovered(
  executor: Executor,
  event: AuditEvent,
  { withinMs, sameBy = "actor", rowsMax }: Repetition,
): Promise<boolean> {
  const recent = executor
    .selectFrom("audit_event")
    .selectAll()
    .where("action", "=", event.action)
    .where("at", ">", fromNow(-withinMs))
    .where("at", "<", fromNow(ROW_TIME_TOLERANCE_MS))
    .orderBy("at", "desc");
  const ofActor = sql<boolean>`actor_id IS NOT DISTINCT FROM ${event.actorId}::text`;
  const same = await recent
    .where("target", "=", storableText(event.target))
    .$if(sameBy !== "target", (rows) => rows.where(ofActor))
    .$if(sameBy === "detail", (rows) =>
      rows.where("detail", "=", sql`${storableJson(event.detail)}::jsonb`),
    )
    .limit(COVERING_ROWS_READ)
    .execute();
  if (same.some(hasOwnMac)) return true;
  if (rowsMax === undefined) return false;
  const many = await recent.where(ofActor).limit(rowsMax).execute();
  return many.filter(hasOwnMac).length >= rowsMax;
}

/**
 * Writes a row about a conversation, if it exists. The subject is the person who wrote it.
 * @returns the row's id; null where there is no such conversation
 */
export async function recordConversationAudit(
  executor: Executor,
  conversationId: string,
  event: Omit<Extract<AuditEvent, { action: "conversation.inspected" }>, "target" | "subjectId">,
): Promise<string | null> {
  const conversation = await executor
    .selectFrom("conversation")
    .select("user_id")
    .where("id", "=", conversationId)
    .executeTakeFirst();
  if (!conversation) return null;
  const target = `conversation:${conversationId}`;
  return recordAudit(executor, { ...event, target, subjectId: conversation.user_id });
}

/** @returns how many were written */
export async function insertAuditRows(
  executor: Executor,
  rows: readonly AuditRow[],
): Promise<number> {
  const given = { json: JSON.stringify(rows), types: AUDIT_ROW_TYPES };
  const [written] = await insertRows(executor, "audit_event", given, {}).execute();
  return Number(written?.numInsertedOrUpdatedRows ?? 0n);
}

/** The write of a row, for a transaction of Prisma's (`$transaction([effect, row])`). It begins when that awaits it. */
export function auditOperation(event: SubjectedEvent) {
  const { facts, mac } = signEvent(event);
  const { detail, ...columns } = facts;
  const value = detail.value as Prisma.InputJsonObject;
  return db().auditEvent.create({
    data: { ...columns, detail: value, salt: detail.salt, mac: new Uint8Array(mac) },
    select: { id: true },
  });
}

/** An event about a run concerns the person who chatted, unless it says otherwise. */
async function withSubject(executor: Executor, event: AuditEvent): Promise<SubjectedEvent> {
  const { subjectId, runId } = event;
  if (subjectId !== undefined || !runId) return { ...event, subjectId: subjectId ?? null };
  const run = await executor
    .selectFrom("run")
    .select("user_id")
    .where("id", "=", runId)
    .executeTakeFirst();
  return { ...event, subjectId: run?.user_id ?? null };
}

/**
 * Tells whether the trail refuses rows, by a row that is taken back. For the time after a failure.
 * @returns false also where the database is away: then nothing is known of the trail
 */
export async function refusesAuditRows(): Promise<boolean> {
  try {
    await kysely()
      .transaction()
      .execute(async (transaction) => {
        await sql`INSERT INTO ${table("audit_event")} (id, action, target, outcome)
          VALUES (gen_random_uuid(), 'trial', 'trial', 'allowed')`.execute(transaction);
        throw new TakenBack();
      });
  } catch (error) {
    return !(error instanceof TakenBack) && !mayPass(error);
  }
  return false;
}
