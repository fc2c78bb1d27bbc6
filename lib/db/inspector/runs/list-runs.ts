/** Lists runs, filtered and sorted, one page from a cursor, with their count. */
import "server-only";
import { type InferResult, type Kysely, type QueryCreator, type SqlBool, sql } from "kysely";
import type { Actor } from "../../../access/actor.ts";
import { assertCan, can } from "../../../access/assert-can.ts";
import { startOf } from "../../../contracts/inspector/period.ts";
import {
  type RunFilters,
  type RunNames,
  type RunPage,
  type RunQuery,
  usualPeriod,
  type WordSearchRequest,
} from "../../../contracts/inspector/run-query.ts";
import { AppError } from "../../../errors/app-error.ts";
import { shareWork } from "../../../gate/shared-work.ts";
import { type Database, type DatabaseTransaction, kysely } from "../../client.ts";
import { type Countable, countOrEstimate } from "../../count-or-estimate.ts";
import { RUNS_PAGE_ROWS, RUNS_WITH_NAMES_MAX } from "../../limits.ts";
import { columnsOf, table } from "../../typed-sql.ts";
import { auditedRead, sealedRead } from "../audited-read.ts";
import { askToSearch, needsSecondAdmin, readOwnRequest } from "../opening/opening-requests.ts";
import { type SaidScope, saidScopeOf } from "../opening/reviews.ts";
import {
  findSearch,
  recordFreeSearch,
  recordHits,
  recordSearch,
  type WordSearch,
} from "../opening/word-searches.ts";
import { recordListRead } from "../record-reads.ts";
import { conditionOf, isOfWords, runningConditionOf, selectRunsWhere } from "./run-conditions.ts";
import { isBeyond, orderBy, orderOf, placeOf } from "./run-order.ts";
import { type RunRow, selectRunRows, toInspectedRun } from "./run-rows.ts";

/** One row without a run if nothing matches, because the counts are still needed. */
type CountedRow = InferResult<ReturnType<typeof selectPage>>[number];

function isRun(row: CountedRow): row is CountedRow & RunRow {
  return row.id !== null;
}

/**
 * Audited before anything is read, once a minute. Who looks for words in what everybody said leaves more (word-searches.ts).
 * @throws AppError `forbidden` without `run:list`; `audit-unavailable`; for words `too-much-at-once`
 */
export async function listRuns(
  actor: Actor,
  query: RunQuery,
  pageRows = RUNS_PAGE_ROWS,
): Promise<RunPage> {
  assertCan(actor, "run:list");
  const list = () => readList(actor, query, pageRows);
  return query.q ? shareWork("search", { person: actor.userId }, list) : list();
}

async function readList(actor: Actor, query: RunQuery, pageRows: number): Promise<RunPage> {
  await recordListRead(actor, query.q ? "runs.searched" : "runs.listed");
  const said = await saidScopeOf(actor);
  const { q, filters } = wordsOf(query);
  const search = q === null ? null : await findSearch(actor, q);
  if (q !== null && said === "all")
    return auditedRead(async (transaction) => {
      const free = await recordFreeSearch(transaction, actor, q, filters);
      return readHits(transaction, actor, { query, said, pageRows, search: free });
    });
  if (search)
    return sealedRead((transaction) =>
      readHits(transaction, actor, { query, said, pageRows, search }),
    );
  const [rows, counted] = await Promise.all([
    readPage(query, said, pageRows + 1),
    isReadOnce(query) ? null : countOrEstimate(countable(query, said)),
  ]);
  const page = toPage({ query, said, pageRows }, rows, counted);
  if (q === null) return page;
  return { ...page, narrowed: await whatWidens(actor, q) };
}

/** What it takes to look for these words in what everybody said. */
async function whatWidens(actor: Actor, words: string): Promise<RunPage["narrowed"]> {
  if (!can(actor, "payload:read")) return "review";
  const { state = null } = (await readOwnRequest(actor, { words })) ?? {};
  return state === null ? "reason" : state === "waiting" ? "asked" : "refused";
}

/**
 * Looks for words in what everybody said. The words, the reason and the conversations of the hits are on record and sealed
 * before anything is answered. What was said stays masked in the hits, until a reason opens each. Where a second admin must
 * confirm it, it is asked for, and the answer is the list without it.
 * @throws AppError `forbidden` without `payload:read`, `invalid` where it is an id and no words, `audit-unavailable`,
 *   `too-much-at-once`
 */
export async function searchEverything(
  actor: Actor,
  { q: words, filters: beside, reason }: WordSearchRequest,
  pageRows = RUNS_PAGE_ROWS,
): Promise<RunPage> {
  assertCan(actor, "payload:read");
  const query = { ...beside, q: words };
  const { q, filters } = wordsOf(query);
  if (q === null) throw new AppError("invalid");
  if (needsSecondAdmin()) {
    await askToSearch(actor, { words: q, filters, reason });
    return listRuns(actor, query, pageRows);
  }
  const said = await saidScopeOf(actor);
  return shareWork("search", { person: actor.userId }, () =>
    sealedRead(async (transaction) => {
      const search = await recordSearch(transaction, actor, q, { filters, reason });
      return readHits(transaction, actor, { query, said, pageRows, search });
    }),
  );
}

/** The words that are looked for, without the blanks around them, and the other filters. Null: none, or an id. */
function wordsOf(query: RunQuery): { q: string | null; filters: Omit<RunFilters, "q"> } {
  const { q, sort: _sort, dir: _dir, before: _before, after: _after, ...filters } = query;
  return { q: q !== undefined && isOfWords(query) ? q : null, filters };
}

type Shown = { query: RunQuery; said: SaidScope; pageRows: number };

async function readHits(
  transaction: DatabaseTransaction,
  actor: Actor,
  { search, ...shown }: Shown & { search: WordSearch },
): Promise<RunPage> {
  const { query, pageRows } = shown;
  await SEARCH_PLAN.execute(transaction);
  const rows = await selectPage(transaction, query, "all", pageRows + 1).execute();
  const page = toPage(shown, rows, null);
  await recordHits(transaction, actor, search, page.runs);
  return page;
}

/** @param rows one more than the page has, where there are more */
function toPage(
  { query, said, pageRows }: Shown,
  rows: readonly CountedRow[],
  counted: { count: number; isEstimate: boolean } | null,
): RunPage {
  const upwards = query.after !== undefined;
  const found = rows.filter(isRun);
  const beyond = found.length > pageRows;
  const shown = upwards ? found.slice(beyond ? 1 : 0) : found.slice(0, pageRows);
  const hasNewer = upwards ? beyond : query.before !== undefined;
  const hasOlder = upwards || beyond;
  const [first, last] = [shown.at(0), shown.at(-1)];
  return {
    runs: shown.map((row) => toInspectedRun(row, said)),
    newer: hasNewer && first ? placeOf(first) : null,
    older: hasOlder && last ? placeOf(last) : null,
    // An estimate may be less than what is shown.
    total: Math.max(counted?.count ?? rows[0]?.total ?? 0, shown.length),
    running: rows[0]?.running ?? 0,
    isEstimate: counted?.isEstimate ?? false,
    hasEarlier: rows[0]?.has_earlier ?? false,
    narrowed: null,
  };
}

function matching(reader: QueryCreator<Database>, query: RunQuery, said: SaidScope) {
  return selectRunsWhere(reader, conditionOf(query, said)).select("run.id");
}

function countable(query: RunQuery, said: SaidScope): Countable {
  const { period, from, to } = query;
  const rows = matching(kysely(), query, said);
  const id = columnsOf("run")("id");
  return {
    rows,
    candidates: matching(kysely(), { period: period ?? usualPeriod(query), from, to }, said),
    sample: (oneOf) => rows.where(sql<boolean>`uuid_hash(${id}) % ${oneOf}::int = 0`),
  };
}

/** Where all hits are found for the page, they are counted with it. Otherwise the page ends early, and counting is apart. */
async function readPage(query: RunQuery, said: SaidScope, take: number): Promise<CountedRow[]> {
  if (!query.q) return selectPage(kysely(), query, said, take).execute();
  return kysely()
    .transaction()
    .execute(async (transaction) => {
      await SEARCH_PLAN.execute(transaction);
      return selectPage(transaction, query, said, take).execute();
    });
}

/** Forces the text index for words: the planner underestimates it for common words. */
export const SEARCH_PLAN = sql`
SELECT set_config('enable_seqscan', 'off', true), set_config('work_mem', '32MB', true)`;

function selectPage(reader: Kysely<Database>, query: RunQuery, said: SaidScope, take: number) {
  const order = orderOf(query);
  const backwards = query.after !== undefined;
  const cursor = query.after ?? query.before;
  const count = sql<number>`count(*)::int`.as("count");
  return reader
    .with(
      (cte) => (isReadOnce(query) ? cte("hits").materialized() : cte("hits").notMaterialized()),
      (db) => matching(db, query, said).select(order.key.as("sort_key")),
    )
    .with(
      (cte) => cte("page").materialized(),
      (db) =>
        db
          .selectFrom("hits")
          .select(["hits.id", "hits.sort_key"])
          .where(cursor ? isBeyond(order, cursor, backwards) : sql<SqlBool>`true`)
          .orderBy(orderBy(order, backwards))
          .limit(take),
    )
    .with("counts", (db) =>
      db.selectNoFrom([
        sql<number>`${isReadOnce(query) ? sql`(SELECT count(*)::int FROM hits)` : sql`0`}`.as(
          "total",
        ),
        hasEarlier(startOf(query, usualPeriod(query))).as("has_earlier"),
        selectRunsWhere(db, runningConditionOf(query, said))
          .select(count)
          .$asScalar()
          .$notNull()
          .as("running"),
      ]),
    )
    .selectFrom("counts")
    .leftJoin(selectRunRows(reader, sql`page`).as("rows"), (join) => join.onTrue())
    .selectAll(["counts", "rows"])
    .orderBy(orderBy(order));
}

function hasEarlier(since: Date | null) {
  if (since === null) return sql<boolean>`false`;
  const started = columnsOf("run")("started_at");
  return sql<boolean>`EXISTS (SELECT FROM ${table("run")} WHERE ${started} < ${since})`;
}

/** Page and counts each use their own index, unless finding the hits twice costs more than materialising them. */
function isReadOnce({ q, person, agent, tool, kind, sort = "started" }: RunQuery): boolean {
  const isMarked = agent !== undefined || tool !== undefined || kind !== undefined;
  return q !== undefined || person !== undefined || (isMarked && sort !== "started");
}

/**
 * Lists the agents and tools of the newest runs for the filters.
 * @throws AppError `forbidden` without `run:list`
 */
export async function listRunNames(actor: Actor): Promise<RunNames> {
  assertCan(actor, "run:list");
  const rows = await kysely()
    .selectFrom(({ selectFrom }) =>
      selectFrom("run")
        .select("tags")
        .orderBy("started_at", "desc")
        .orderBy("id")
        .limit(RUNS_WITH_NAMES_MAX)
        .as("newest"),
    )
    .select(({ ref }) => sql<string>`unnest(${ref("newest.tags")})`.as("tag"))
    .distinct()
    .orderBy("tag")
    .execute();
  const reasons = await kysely()
    .selectFrom(({ selectFrom }) =>
      selectFrom("run")
        .select("reason")
        .orderBy("started_at", "desc")
        .orderBy("id")
        .limit(RUNS_WITH_NAMES_MAX)
        .as("newest"),
    )
    .select("newest.reason")
    .distinct()
    .where("newest.reason", "is not", null)
    .orderBy("newest.reason")
    .execute();
  const named = (prefix: string) =>
    rows.flatMap(({ tag }) => (tag.startsWith(prefix) ? [tag.slice(prefix.length)] : []));
  return {
    reasons: reasons.flatMap(({ reason }) => reason ?? []),
    agents: named("agent:"),
    tools: named("tool:"),
  };
}
