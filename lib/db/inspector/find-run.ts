/** One row of the list of runs, by its id, without hidden data. What was said is in it: whoever sends it masks it (`maskRun`). */
import "server-only";
import { type Kysely, sql } from "kysely";
import type { Actor } from "../../access/actor.ts";
import { assertCan } from "../../access/assert-can.ts";
import type { InspectedRun } from "../../contracts/inspector/run/inspected-run.ts";
import { AppError } from "../../errors/app-error.ts";
import { type Database, db, kysely } from "../client.ts";
import { selectRunRows, toInspectedRun } from "./runs/run-rows.ts";

/** @throws AppError `forbidden` without `run:list`, `not-found` if there is no such run */
export async function findRun(
  actor: Actor,
  runId: string,
  reader: Kysely<Database> = kysely(),
): Promise<InspectedRun> {
  assertCan(actor, "run:list");
  const byId = sql`(SELECT ${runId}::uuid AS id, 0 AS sort_key)`;
  const [row] = await selectRunRows(reader, byId).execute();
  if (!row) throw new AppError("not-found");
  return toInspectedRun(row, "all");
}

/**
 * Checks whether a run exists, which its page needs before it reads anything.
 * @throws AppError `forbidden` without `run:list`
 */
export async function hasRun(actor: Actor, runId: string): Promise<boolean> {
  assertCan(actor, "run:list");
  return (await db().run.count({ where: { id: runId } })) > 0;
}
