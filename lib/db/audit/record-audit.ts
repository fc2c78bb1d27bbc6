/** Writes audit events, in the transaction of what they record. The sealer gives them their place in the trail. */
import "server-only";
import { randomUUID } from "node:crypto";
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { AuditEvent } from "../../contracts/audit/audit-event.ts";
import { mayPass } from "../check-database.ts";
import { type Database, db, kysely } from "../client.ts";
import type { Prisma } from "../generated/client.ts";
import { TakenBack } from "../prepare-statement.ts";
import { storableJson } from "../storable-json.ts";
import { columnsOf, fromNow, table, text, uuid } from "../typed-sql.ts";

type Executor = Kysely<Database>;

const earlier = columnsOf("audit_event", "earlier");

/** @throws what the database throws: then the effect must not happen either */
export async function recordAudit(executor: Executor, event: AuditEvent): Promise<void> {
  await insertAudit(executor, event, sql``);
}

type Repetition = {
  /** Milliseconds that one row covers. */
  withinMs: number;
  /** What counts as the same: a detail of its own (`detail`), the actor's action on a target (default), anybody's. */
  sameBy?: "detail" | "actor" | "target";
  /** At most so many rows of this action and actor in that time, whatever their targets. */
  rowsMax?: number;
};

/**
 * Writes a row, unless the same was written a moment ago: for what repeats.
 * @returns whether it was written
 */
export function recordAuditOnce(
  executor: Executor,
  event: AuditEvent,
  { withinMs, sameBy = "actor", rowsMax }: Repetition,
): Promise<boolean> {
  const recent = sql`${earlier("action")} = ${event.action} AND ${earlier("at")} > ${fromNow(-withinMs)}`;
  const byActor = sql`${earlier("actor_id")} IS NOT DISTINCT FROM ${event.actorId}::text`;
  const same = [
    sql`${earlier("target")} = ${event.target}`,
    ...(sameBy === "target" ? [] : [byActor]),
    ...(sameBy === "detail" ? [sql`${earlier("detail")} = ${detailOf(event)}`] : []),
  ];
  const rows = table("audit_event");
  const bounded = sql`AND (SELECT count(*) FROM ${rows} AS earlier WHERE ${recent} AND ${byActor}) < ${rowsMax}`;
  const condition = sql`WHERE NOT EXISTS (
      SELECT 1 FROM ${rows} AS earlier WHERE ${recent} AND ${sql.join(same, sql` AND `)})
    ${rowsMax === undefined ? sql`` : bounded}`;
  return insertAudit(executor, event, condition);
}

/**
 * Writes a row about a conversation, if it exists. The subject is the person who wrote it.
 * @returns whether the conversation exists
 */
export function recordConversationAudit(
  executor: Executor,
  conversationId: string,
  event: Omit<Extract<AuditEvent, { action: "conversation.inspected" }>, "target" | "subjectId">,
): Promise<boolean> {
  const conversation = columnsOf("conversation");
  const target = `conversation:${conversationId}`;
  const source = sql`FROM ${table("conversation")} WHERE ${conversation("id")} = ${uuid(conversationId)}`;
  return insertAudit(executor, { ...event, target }, source, conversation("user_id"));
}

/** @param source the rest of a SELECT: a row is written for each that it finds */
async function insertAudit(
  executor: Executor,
  event: AuditEvent,
  source: RawBuilder<unknown>,
  subject: RawBuilder<string | null> = subjectOf(event),
): Promise<boolean> {
  const columns = ["id", "actor_id", "action", "target", "outcome", "subject_id", "run_id"];
  const { numAffectedRows } = await sql`
    INSERT INTO ${table("audit_event")} (${sql.join([...columns, "detail"].map((name) => sql.id(name)))})
    SELECT ${uuid(randomUUID())}, ${event.actorId}::text, ${text(event.action)}, ${text(event.target)},
      ${text(event.outcome)}, ${subject}, ${event.runId ?? null}::uuid, ${detailOf(event)}
    ${source}`.execute(executor);
  return numAffectedRows === 1n;
}

/** The write of a row, for a transaction of Prisma's (`$transaction([effect, row])`). It begins when that awaits it. */
export function auditOperation({ subjectId, runId, detail, ...event }: AuditEvent) {
  const storable = JSON.parse(storableJson(detail)) as Prisma.InputJsonObject;
  const about = { subjectId: subjectId ?? null, runId: runId ?? null };
  return db().auditEvent.create({
    data: { id: randomUUID(), ...event, ...about, detail: storable },
  });
}

/** An event about a run concerns the person who chatted, unless it says otherwise. */
function subjectOf({ subjectId, runId }: AuditEvent): RawBuilder<string | null> {
  const run = columnsOf("run");
  if (subjectId !== undefined || !runId) return sql`${subjectId ?? null}::text`;
  return sql`(SELECT ${run("user_id")} FROM ${table("run")} WHERE ${run("id")} = ${uuid(runId)})`;
}

function detailOf({ detail }: AuditEvent): RawBuilder<unknown> {
  return sql`${storableJson(detail)}::jsonb`;
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
