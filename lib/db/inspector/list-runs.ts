import "server-only";
/** The runs of everybody, newest first, a page at a time from a place between two rows. */
import type { Actor } from "../../access/actor.ts";
import { assertCan } from "../../access/assert-can.ts";
import type { RunPage, RunQuery } from "../../contracts/inspector.ts";
import { db } from "../client.ts";
import { Prisma } from "../generated/client.ts";
import { type RunRow, selectRunRows, toInspectedRun } from "./run-rows.ts";

const PAGE_ROWS = 50;

/** @throws AppError `forbidden` without `run:list` */
export async function listRuns(
  actor: Actor,
  query: RunQuery,
  pageRows = PAGE_ROWS,
): Promise<RunPage> {
  assertCan(actor, "run:list");
  const upwards = query.after !== undefined;
  const order = upwards ? Prisma.sql`started_at ASC, id DESC` : Prisma.sql`started_at DESC, id ASC`;
  const page = Prisma.sql`
    SELECT * FROM run WHERE ${conditions(query)} ORDER BY ${order} LIMIT ${pageRows + 1}`;
  const rows = await db().$queryRaw<RunRow[]>(
    Prisma.sql`${selectRunRows(page)} ORDER BY r.started_at DESC, r.id ASC`,
  );
  const beyond = rows.length > pageRows;
  const shown = upwards ? rows.slice(beyond ? 1 : 0) : rows.slice(0, pageRows);
  const hasNewer = upwards ? beyond : query.before !== undefined;
  const hasOlder = upwards || beyond;
  return {
    runs: shown.map(toInspectedRun),
    newer: hasNewer ? toCursor(shown.at(0)) : null,
    older: hasOlder ? toCursor(shown.at(-1)) : null,
  };
}

function conditions({ status, person, before, after }: RunQuery): Prisma.Sql {
  const all = [Prisma.sql`true`];
  if (status) all.push(Prisma.sql`status = ${status}`);
  if (person) {
    all.push(Prisma.sql`user_id IN (SELECT id FROM "user"
      WHERE strpos(lower(name), lower(${person})) > 0 OR strpos(lower(email), lower(${person})) > 0)`);
  }
  // `started_at` is compared first and alone, so that the index on it can begin at the place.
  if (before) {
    const { at, id } = readCursor(before);
    all.push(Prisma.sql`started_at <= ${at} AND (started_at < ${at} OR id > ${id}::uuid)`);
  } else if (after) {
    const { at, id } = readCursor(after);
    all.push(Prisma.sql`started_at >= ${at} AND (started_at > ${at} OR id < ${id}::uuid)`);
  }
  return Prisma.join(all, " AND ");
}

function toCursor(row: RunRow | undefined): string | null {
  return row ? `${row.started_at.getTime()}.${row.id}` : null;
}

function readCursor(cursor: string): { at: Date; id: string } {
  const [time = "0", id = ""] = cursor.split(".");
  return { at: new Date(Number(time)), id };
}
