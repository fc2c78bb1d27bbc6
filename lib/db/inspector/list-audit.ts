/** Lists the audit trail, the newest events first, one page from a cursor, with the last check. */
import "server-only";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Actor } from "../../access/actor.ts";
import { assertCan } from "../../access/assert-can.ts";
import { type BundleQuery, toExportDetail } from "../../audit/bundle/bundle-header.ts";
import type { BundleLine } from "../../audit/bundle/bundle-line.ts";
import { type AuditShown, actionsOf, FAILED_STATUSES } from "../../contracts/audit/audit-groups.ts";
import {
  type AuditCheck,
  type AuditFilters,
  type AuditPage,
  type AuditPerson,
  type AuditQuery,
  type InspectedAudit,
  shownOf,
} from "../../contracts/inspector/audit-query.ts";
import { startOf } from "../../contracts/inspector/period.ts";
import { exportTrail, planExport } from "../audit/export-trail.ts";
import { trailKeys } from "../audit/trail-keys.ts";
import { db, kysely } from "../client.ts";
import {
  AUDIT_PAGE_ROWS,
  AUDIT_PEOPLE_MAX,
  FOLLOWING_AUDITED_MS,
  REFUSED_SHOWN_MS,
} from "../limits.ts";
import { columnsOf, table } from "../typed-sql.ts";
import { recordLookOnce, recordSealedLook } from "./record-look.ts";

type Condition = RawBuilder<SqlBool>;

const event = columnsOf("audit_event");

/**
 * Reading the trail is on record, once a minute, before anything is read.
 * @throws AppError `forbidden` without `audit:read`; `audit-unavailable`
 */
export async function listAudit(
  actor: Actor,
  query: AuditQuery,
): Promise<Omit<AuditPage, "isChecking">> {
  assertCan(actor, "audit:read");
  const { userId: actorId } = actor;
  const read = { actorId, action: "audit.read", target: "audit", outcome: "allowed" } as const;
  await recordLookOnce({ ...read, detail: {} }, { withinMs: FOLLOWING_AUDITED_MS });
  const sinceYesterday = { gt: new Date(Date.now() - REFUSED_SHOWN_MS) };
  const [rows, check, newest, refused] = await Promise.all([
    readRows(query),
    kysely()
      .selectFrom("audit_event")
      .select(["at", "detail"])
      .where("action", "=", "audit.checked")
      .orderBy("at", "desc")
      .limit(1)
      .executeTakeFirst(),
    db().auditCheckpoint.findFirst({ orderBy: { id: "desc" }, select: { size: true } }),
    db().auditEvent.count({ where: { action: "inspector.denied", at: sinceYesterday } }),
  ]);
  const shown = rows.slice(0, AUDIT_PAGE_ROWS);
  const last = shown.at(-1);
  const hasOlder = rows.length > AUDIT_PAGE_ROWS && last;
  return {
    events: shown.map(toInspected),
    older: hasOlder ? `${last.at.getTime()}~${last.id}` : null,
    sealed: Number(newest?.size ?? 0),
    check: check ? toCheck(check) : null,
    refused,
  };
}

type Row = Awaited<ReturnType<typeof readRows>>[number];

async function readRows(query: AuditQuery) {
  const shown = shownOf(query);
  const condition = await conditionOf(query);
  const page = kysely()
    .selectFrom("audit_event")
    .selectAll()
    .where(shown === "all" ? condition : isAmongNewest(shown, condition))
    .orderBy("at", "desc")
    .orderBy("id", "desc")
    .limit(AUDIT_PAGE_ROWS + 1);
  return kysely()
    .selectFrom(page.as("event"))
    .leftJoin("user as actor", "actor.id", "event.actor_id")
    .leftJoin("user as person", "person.id", "event.subject_id")
    .selectAll("event")
    .select(["actor.name as actor_name", "actor.email as actor_email"])
    .select(["person.name as person_name", "person.email as person_email"])
    .orderBy("event.at", "desc")
    .orderBy("event.id", "desc")
    .execute();
}

async function conditionOf(query: AuditQuery): Promise<Condition> {
  const { action, target, run, to, before } = query;
  const since = startOf(query, "all");
  const all: Condition[] = [sql`true`];
  if (query.actor !== undefined)
    all.push(sql`${event("actor_id")} = ANY(${await findPeople(query.actor)}::text[])`);
  if (query.person !== undefined)
    all.push(sql`${event("subject_id")} = ANY(${await findPeople(query.person)}::text[])`);
  if (action !== undefined) all.push(sql`${event("action")} = ${action}`);
  // By a host nobody searches: a row that is found would confirm a guess.
  if (target !== undefined)
    all.push(sql`${event("target")} = ${target} AND ${event("action")} <> 'picture.fetched'`);
  if (run !== undefined) all.push(sql`${event("run_id")} = ${run}::uuid`);
  if (since !== null) all.push(sql`${event("at")} >= ${since}`);
  if (to !== undefined) all.push(sql`${event("at")} < ${new Date(to)}`);
  if (before !== undefined) all.push(isBefore(before));
  return sql.join(all, sql` AND `);
}

function isBefore(cursor: string): Condition {
  const [at = "0", id = ""] = cursor.split("~");
  return sql`(${event("at")}, ${event("id")}) < (${new Date(Number(at))}::timestamptz, ${id}::uuid)`;
}

/**
 * The newest events of each action, and the newest refusals and failed runs. Each is a short range of an index: most rows
 * of a long trail are routine, and one walk from the newest on would read them all. Where an action is rare or has no event
 * at all, an equality would let the planner take that walk: the range, in the order of the index on action and time, does not.
 */
function isAmongNewest(shown: Exclude<AuditShown, "all">, condition: Condition): Condition {
  const limit = sql`LIMIT ${AUDIT_PAGE_ROWS + 1}`;
  const failed = sql`UNION ALL (SELECT ${event("id")} FROM ${table("audit_event")}
    WHERE ${HAS_FAILED} AND ${condition}
    ORDER BY ${event("at")} DESC, ${event("id")} DESC ${limit})`;
  return sql`${event("id")} IN (
    SELECT found.id FROM unnest(${actionsOf(shown)}::text[]) AS named(action) CROSS JOIN LATERAL (
      SELECT ${event("id")} FROM ${table("audit_event")}
      WHERE ${event("action")} BETWEEN named.action AND named.action AND ${condition}
      ORDER BY ${event("action")}, ${event("at")} DESC, ${event("id")} DESC ${limit}) AS found
    ${shown === "main" || shown === "failures" ? failed : sql``})`;
}

/** As in the index `audit_event_failures`. */
const HAS_FAILED: Condition = sql`(${event("outcome")} = 'denied' OR (${event("action")} = 'run.ended'
  AND ${event("detail")}->>'status' IN (${sql.join(FAILED_STATUSES.map((status) => sql.lit(status)))})))`;

function toInspected(row: Row): InspectedAudit {
  const { reason, facts } = toFacts(row);
  return {
    id: row.id,
    at: row.at.toISOString(),
    place: row.place === null ? null : Number(row.place),
    actor: toPerson(row.actor_id, row.actor_name, row.actor_email),
    action: row.action,
    target: shownTarget(row),
    outcome: row.outcome,
    person: toPerson(row.subject_id, row.person_name, row.person_email),
    runId: row.run_id,
    reason,
    facts,
  };
}

/** Rows of earlier versions name a host, which stands in what a person said. */
function shownTarget({ action, target }: Pick<Row, "action" | "target">): string {
  return action === "picture.fetched" && !KEYED_HOST.test(target) ? "host:masked" : target;
}

const KEYED_HOST = /^host:[0-9a-f]{64}$/;

function toPerson(
  id: string | null,
  name: string | null,
  email: string | null,
): AuditPerson | null {
  return id === null ? null : { id, name, email };
}

/** Details name and count (lib/contracts/audit/audit-event.ts); lists of ids are counted. */
function toFacts({ detail, detail_commitment }: Row): Pick<InspectedAudit, "reason" | "facts"> {
  if (detail_commitment !== null || detail === null || typeof detail !== "object")
    return { reason: null, facts: null };
  const { reason = null, ...rest } = detail as Record<string, unknown>;
  const facts = Object.entries(rest).flatMap(([name, value]): [string, string][] =>
    value === null ? [] : [[name, name === "log" ? eventsOf(value) : toText(value)]],
  );
  return { reason: typeof reason === "string" ? reason : null, facts };
}

/** How many events the log of an ended run has, in words. */
function eventsOf(log: unknown): string {
  return `${Object(log).events} events`;
}

function toText(value: unknown): string {
  if (Array.isArray(value)) return String(value.length);
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

function toCheck({ at, detail }: { at: Date; detail: unknown }): AuditCheck | null {
  const told = detail as Omit<AuditCheck, "at">;
  return { at: at.toISOString(), ...told };
}

/**
 * Exports what a query of the trail finds as a bundle that proves itself, up to a checkpoint behind the export's own row.
 * On record, and sealed, before anything is given out. Logs of runs have commitments in place of payloads.
 * @throws AppError `forbidden` without `audit:export`; `audit-unavailable`
 */
export async function exportAudit(
  actor: Actor,
  filters: AuditFilters,
): Promise<AsyncGenerator<BundleLine, void>> {
  assertCan(actor, "audit:export");
  const { signer, verifierKeys } = trailKeys();
  const query = await toBundleQuery(filters);
  const { header, counted } = await planExport(signer.name, query, false);
  const exportId = await recordSealedLook({
    actorId: actor.userId,
    action: "audit.exported",
    target: "audit",
    outcome: "allowed",
    ...(filters.run !== undefined && { runId: filters.run }),
    detail: toExportDetail(header, counted),
  });
  return exportTrail(header, verifierKeys, exportId, { person: actor.userId });
}

async function toBundleQuery(filters: AuditFilters): Promise<BundleQuery> {
  const { actor, person, action, target, run, to } = filters;
  const since = startOf(filters, "all");
  return {
    ...(actor !== undefined && { actorIds: await findPeople(actor) }),
    ...(person !== undefined && { subjectIds: await findPeople(person) }),
    ...(action !== undefined && { action }),
    ...(target !== undefined && { target }),
    ...(run !== undefined && { runId: run }),
    ...(since !== null && { from: since.toISOString() }),
    ...(to !== undefined && { to: new Date(to).toISOString() }),
  };
}

/**
 * Who is meant by a part of a name or an e-mail address.
 * @returns ids; the text itself counts as one, because accounts may be gone
 */
async function findPeople(text: string): Promise<string[]> {
  const part = { contains: text, mode: "insensitive" } as const;
  const people = await db().user.findMany({
    where: { OR: [{ name: part }, { email: part }] },
    select: { id: true },
    take: AUDIT_PEOPLE_MAX,
  });
  return [text, ...people.map(({ id }) => id)];
}
