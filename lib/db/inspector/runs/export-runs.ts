/** Streams all matching runs of one snapshot, in order, one batch in memory at a time. */
import "server-only";
import { sql } from "kysely";
import type { PoolClient } from "pg";
import type { Actor } from "../../../access/actor.ts";
import { assertCan } from "../../../access/assert-can.ts";
import type { InspectedRun } from "../../../contracts/inspector/run/inspected-run.ts";
import type { RunExportQuery } from "../../../contracts/inspector/run-query.ts";
import { takePlace } from "../../../gate/shared-work.ts";
import { kysely, pool } from "../../client.ts";
import { EXPORT_BATCH_ROWS, EXPORT_IDLE_TIMEOUT_MS } from "../../limits.ts";
import { type SaidScope, saidScopeOf } from "../opening/reviews.ts";
import { recordLook } from "../record-look.ts";
import { SEARCH_PLAN } from "./list-runs.ts";
import { conditionOf, selectRunsWhere } from "./run-conditions.ts";
import { orderBy, orderOf } from "./run-order.ts";
import { type RunRow, selectRunRows, toInspectedRun } from "./run-rows.ts";

/**
 * Audited as `runs.exported` before anything is read.
 * @returns batches; ending the iteration early releases everything
 * @throws AppError `forbidden` without `run:list`; before the first batch `too-much-at-once`
 */
export async function exportRuns(
  actor: Actor,
  query: RunExportQuery,
  batchRows = EXPORT_BATCH_ROWS,
): Promise<AsyncGenerator<InspectedRun[], void>> {
  assertCan(actor, "run:list");
  const { format, ...filters } = query;
  await recordLook({
    actorId: actor.userId,
    action: "runs.exported",
    target: "runs",
    outcome: "allowed",
    detail: { format, filters },
  });
  return readAtPlace(actor, readBatches(query, await saidScopeOf(actor), batchRows));
}

/** Has its place to the end, as it has a connection of its own. */
async function* readAtPlace(actor: Actor, batches: AsyncGenerator<InspectedRun[], void>) {
  const leave = await takePlace("export", { person: actor.userId });
  if (leave === "aborted") return;
  try {
    yield* batches;
  } finally {
    leave();
  }
}

async function* readBatches(query: RunExportQuery, said: SaidScope, batchRows: number) {
  const client = await pool().connect();
  let failed = false;
  // A connection that the database closes fails the query after it; it must not end the process.
  const onError = () => {
    failed = true;
  };
  client.on("error", onError);
  try {
    await openCursor(client, query, said);
    for (;;) {
      const { rows } = await client.query<RunRow>(`FETCH ${batchRows} FROM exported`);
      if (rows.length === 0) return;
      yield rows.map((row) => toInspectedRun(row, said));
    }
  } catch (error) {
    failed = true;
    throw error;
  } finally {
    await client.query("ROLLBACK").catch(onError);
    client.off("error", onError);
    client.release(failed);
  }
}

async function openCursor(
  client: PoolClient,
  query: RunExportQuery,
  said: SaidScope,
): Promise<void> {
  const order = orderOf(query);
  const matching = selectRunsWhere(kysely(), conditionOf(query, said));
  const places = sql`(${matching.select(["run.id", order.key.as("sort_key")])})`;
  const declare = sql`DECLARE exported NO SCROLL CURSOR FOR
    SELECT * FROM ${selectRunRows(kysely(), places)} AS rows ORDER BY ${orderBy(order)}`;
  const { sql: text, parameters } = declare.compile(kysely());
  await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
  await client.query(`SET LOCAL idle_in_transaction_session_timeout = ${EXPORT_IDLE_TIMEOUT_MS}`);
  if (query.q) await client.query(SEARCH_PLAN.compile(kysely()).sql);
  await client.query(text, [...parameters]);
}
