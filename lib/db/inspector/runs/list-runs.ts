import "server-only";
/** Lists all runs, filtered and sorted, one page from a cursor, with their count. */
import { type RawBuilder, sql } from "kysely";
import type { Actor } from "../../../access/actor.ts";
import { assertCan } from "../../../access/assert-can.ts";
import type { RunPage, RunQuery } from "../../../contracts/inspector/runs/run-query.ts";
import { kysely } from "../../client.ts";
import { columnsOf } from "../../typed-sql.ts";
import { conditionOf, RUNS, runningConditionOf } from "./run-conditions.ts";
import { isBeyond, orderBy, orderOf, placeOf } from "./run-order.ts";
import { type RunRow, selectRunRows, toInspectedRun } from "./run-rows.ts";

const PAGE_ROWS = 50;

/** One row without a run if nothing matches, because the counts are still needed. */
type CountedRow = { total: number; running: number } & (RunRow | { id: null });

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

/** Page and counts in one statement, so that they share one snapshot. */
async function readPage(query: RunQuery, take: number): Promise<CountedRow[]> {
  if (!query.q) return (await pageStatement(query, take).execute(kysely())).rows;
  return kysely()
    .transaction()
    .execute(async (transaction) => {
      await SEARCH_PLAN.execute(transaction);
      return (await pageStatement(query, take).execute(transaction)).rows;
    });
}

/** Forces the text index for words: the planner underestimates it for common words. */
export const SEARCH_PLAN = sql`
SELECT set_config('enable_seqscan', 'off', true), set_config('work_mem', '32MB', true)`;

function pageStatement(query: RunQuery, take: number): RawBuilder<CountedRow> {
  const order = orderOf(query);
  const backwards = query.after !== undefined;
  const cursor = query.after ?? query.before;
  const place = cursor ? isBeyond(order, cursor, backwards) : sql`true`;
  const kept = isLookedAtOnce(query) ? sql`MATERIALIZED` : sql`NOT MATERIALIZED`;
  return sql<CountedRow>`
WITH hits AS ${kept} (
  SELECT ${columnsOf("run")("id")}, ${order.key} AS sort_key FROM ${RUNS} WHERE ${conditionOf(query)}
), page AS MATERIALIZED (
  SELECT id, sort_key FROM hits WHERE ${place} ORDER BY ${orderBy(order, backwards)} LIMIT ${take}
), counts AS (
  SELECT (SELECT count(*)::int FROM hits) AS total,
    (SELECT count(*)::int FROM ${RUNS} WHERE ${runningConditionOf(query)}) AS running
)
SELECT counts.*, rows.* FROM counts LEFT JOIN ${selectRunRows(kysely(), sql`page`)} AS rows ON true
ORDER BY ${orderBy(order)}`;
}

/** Page and counts each use their own index, unless finding the hits twice costs more than materialising them. */
function isLookedAtOnce({ q, person, agent, tool, kind, sort = "started" }: RunQuery): boolean {
  const isMarked = agent !== undefined || tool !== undefined || kind !== undefined;
  return q !== undefined || person !== undefined || (isMarked && sort !== "started");
}
