/**
 * Runs that nobody of ours has begun: one that a row says was erased, and one among those that ended before ends of runs were on
 * record, which the trail has by number and digest.
 */
import "server-only";
import { type Kysely, sql } from "kysely";
import { type Database, kysely } from "../../../client.ts";
import { EDITS_FOUND_MAX } from "../../../limits.ts";
import { type Found, foundAt } from "../../found/trail-findings.ts";
import { digestEarlierRuns, ERASED_IDS, readRunsSigned } from "../../runs/begun-runs.ts";

export async function findAddedRuns(executor: Kysely<Database> = kysely()): Promise<Found[]> {
  return [...(await findErasedRuns(executor)), ...(await findOtherEarlier(executor))];
}

/** Erasure takes the run in the transaction that says so. A restored backup may have it again until it is erased again. */
async function findErasedRuns(executor: Kysely<Database>): Promise<Found[]> {
  const { rows } = await sql<{ run_id: string; place: string }>`
    SELECT DISTINCT ON (run.id) run.id AS run_id, place
    FROM audit_event CROSS JOIN LATERAL ${ERASED_IDS} JOIN run ON run.id::text = erased.id
    WHERE action = 'conversation.erased' AND place IS NOT NULL
    ORDER BY run.id, place LIMIT ${EDITS_FOUND_MAX}`.execute(executor);
  return rows.map(({ run_id: runId, place }) =>
    foundAt("run-added", { place: Number(place), runId }),
  );
}

/** Which one was added or removed is not known. */
async function findOtherEarlier(executor: Kysely<Database>): Promise<Found[]> {
  const { place = null, earlier = null } = (await readRunsSigned(executor)) ?? {};
  if (place === null || earlier === null) return [];
  const now = await digestEarlierRuns(executor, place);
  return now.sha256 === earlier.sha256 ? [] : [foundAt("run-added", { place })];
}
