import "server-only";
/** The runs of everybody as filtered and sorted, a page at a time from a place between two rows, with their count. */
import type { Actor } from "../../../access/actor.ts";
import { assertCan } from "../../../access/assert-can.ts";
import type { RunPage, RunQuery } from "../../../contracts/inspector/runs/run-query.ts";
import { db } from "../../client.ts";
import { Prisma } from "../../generated/client.ts";
import { conditionOf, runningConditionOf } from "./run-conditions.ts";
import { isBeyond, orderBy, orderOf, placeOf } from "./run-order.ts";
import { type RunRow, selectRunRows, toInspectedRun } from "./run-rows.ts";

const PAGE_ROWS = 50;

type CountedRow = { total: number; running: number } & (
  | (RunRow & { sort_key: number | Date })
  | { id: null }
);

/** @throws AppError `forbidden` without `run:list` */
export async function listRuns(
  actor: Actor,
  query: RunQuery,
  pageRows = PAGE_ROWS,
): Promise<RunPage> {
  assertCan(actor, "run:list");
  const upwards = query.after !== undefined;
  const rows = await readPage(query, pageRows + 1);
  const found = rows.filter((row) => row.id !== null);
  const beyond = found.length > pageRows;
  const shown = upwards ? found.slice(beyond ? 1 : 0) : found.slice(0, pageRows);
  const hasNewer = upwards ? beyond : query.before !== undefined;
  const hasOlder = upwards || beyond;
  const [first, last] = [shown.at(0), shown.at(-1)];
  return {
    runs: shown.map(toInspectedRun),
    newer: hasNewer && first ? placeOf(first) : null,
    older: hasOlder && last ? placeOf(last) : null,
    total: rows[0]?.total ?? 0,
    running: rows[0]?.running ?? 0,
  };
}

/** Page and counts in one statement, so that they are of one moment. */
async function readPage(query: RunQuery, take: number): Promise<CountedRow[]> {
  const statement = pageStatement(query, take);
  if (!query.q) return db().$queryRaw<CountedRow[]>(statement);
  const [, rows] = await db().$transaction([
    db().$queryRaw(SEARCH_PLAN),
    db().$queryRaw<CountedRow[]>(statement),
  ]);
  return rows;
}

/** Words are found by their index alone: the planner thinks little of it where a word is common, and is wrong. */
export const SEARCH_PLAN = Prisma.sql`
SELECT set_config('enable_seqscan', 'off', true), set_config('jit', 'off', true),
  set_config('work_mem', '32MB', true)`;

function pageStatement(query: RunQuery, take: number): Prisma.Sql {
  const order = orderOf(query);
  const backwards = query.after !== undefined;
  const cursor = query.after ?? query.before;
  const place = cursor ? isBeyond(order, cursor, backwards) : Prisma.sql`true`;
  const kept = isLookedAtOnce(query) ? Prisma.sql`MATERIALIZED` : Prisma.sql`NOT MATERIALIZED`;
  return Prisma.sql`
WITH hits AS ${kept} (
  SELECT run.id, ${order.key} AS sort_key FROM run WHERE ${conditionOf(query)}
), page AS MATERIALIZED (
  SELECT id, sort_key FROM hits WHERE ${place} ORDER BY ${orderBy(order, backwards)} LIMIT ${take}
), counts AS (
  SELECT (SELECT count(*)::int FROM hits) AS total,
    (SELECT count(*)::int FROM run WHERE ${runningConditionOf(query)}) AS running
)
SELECT counts.*, rows.* FROM counts LEFT JOIN (${selectRunRows(Prisma.sql`page`)}) AS rows ON true
ORDER BY ${orderBy(order)}`;
}

/** Page and counts each take the index that suits them, unless to find the hits takes longer than to keep them. */
function isLookedAtOnce({ q, person, agent, tool, kind, sort = "started" }: RunQuery): boolean {
  const isMarked = agent !== undefined || tool !== undefined || kind !== undefined;
  return q !== undefined || person !== undefined || (isMarked && sort !== "started");
}
