/**
 * Each minute: compares again what was written in the last day, where something has been written to it since this process last
 * looked. The first pass of a process, and one that finds other tables or columns than before, compares the whole day. One
 * instance at a time.
 */
import "server-only";
import { type Kysely, sql } from "kysely";
import { checkTombstones } from "../db/audit/anchor/write-tombstones.ts";
import { findEditedCheckpoints } from "../db/audit/covered/find-edited-checkpoints.ts";
import {
  findEditsBesideRuns,
  findEditsOfRuns,
  type Meant,
} from "../db/audit/covered/find-edits.ts";
import { findStrayRows } from "../db/audit/covered/runs/find-stray-rows.ts";
import { recordForeignRules } from "../db/audit/found/foreign-rules.ts";
import { type Found, foundAt, recordFinding } from "../db/audit/found/trail-findings.ts";
import {
  findChangedRuns,
  findLaterJudged,
  type IsNew,
  type KnownRuns,
  oldestTransaction,
  tableLayout,
  writtenSince,
} from "../db/audit/recent/recent-runs.ts";
import {
  checkAppended,
  checkPlaces,
  findChangedPlaces,
  findEnds,
  type KnownTrail,
} from "../db/audit/recent/recent-trail.ts";
import { checkRuns } from "../db/audit/runs/read-runs.ts";
import { type Database, kysely } from "../db/client.ts";
import { RECENT_MS, RECENT_STEP_MS } from "../db/limits.ts";
import { firstRunIdAt } from "../db/runs/create-event-months.ts";
import { uuids } from "../db/typed-sql.ts";
import { settings } from "../env/settings.ts";
import { log } from "../log/log.ts";
import {
  LOOK_ANYWAY_MS,
  LOOK_BATCH_RUNS,
  LOOK_EVERY_MS,
  LOOK_HELD_MS,
  LOOK_MISSED_MAX_MS,
} from "./limits.ts";
import { oncePerProcess, pause, repeatWork } from "./repeat-work.ts";
import { both, type Failing, tellFailures } from "./tell-failures.ts";

/** An arbitrary advisory lock id: who holds it looks. */
const LOCK = 7_303_015;

/** What a process knows since it last looked; nothing before. */
export type Looked = {
  /** The oldest transaction that was on its way then. */
  since?: string;
  runs?: KnownRuns;
  trail?: KnownTrail | null;
  /** Which tables that was, as `tableLayout` tells it. */
  tables?: string;
} & Failing;

export const looking = oncePerProcess("looking", () => {
  const looked: Looked = {};
  let lookedAt = performance.now();
  const look = async (signal: AbortSignal) => {
    try {
      const isOverdue = performance.now() - lookedAt > LOOK_ANYWAY_MS;
      const hold = () => pause(LOOK_HELD_MS, signal);
      const found = isOverdue ? await checkRecent(looked) : await lookInTurn(looked, hold);
      if (found) lookedAt = performance.now();
      // Another instance looks.
      else looked.failingSince = undefined;
    } catch (error) {
      log().warn({ err: error }, "what was written lately could not be compared");
    }
  };
  return repeatWork(async (signal) => {
    await pause(LOOK_EVERY_MS - (Date.now() % LOOK_EVERY_MS), signal);
    if (!signal.aborted) await look(signal);
  });
});

/**
 * @param hold waited for behind a pass, before another instance may look
 * @returns what was found; null where another instance looks at this moment
 */
export function lookInTurn(
  looked: Looked,
  hold: () => Promise<void> = () => Promise.resolve(),
): Promise<Found[] | null> {
  // The lock would hold the only connection. Where two instances have one each, both may look.
  if (settings().DATABASE_POOL_SIZE === 1) return checkRecent(looked);
  return kysely()
    .transaction()
    .execute(async (transaction) => {
      const { rows } = await sql<{ held: boolean }>`
        SELECT pg_try_advisory_xact_lock(${LOCK}::bigint) AS held`.execute(transaction);
      if (!rows[0]?.held) return null;
      const found = await checkRecent(looked);
      await hold();
      return found;
    });
}

/** What was found is on record, and the result. A pass that does not come to an end begins anew the next time. */
export async function checkRecent(looked: Looked): Promise<Found[]> {
  return tellFailures(looked, LOOK_MISSED_MAX_MS, async () => {
    const found: Found[] = [];
    const note = async (more: readonly Found[]) => {
      for (const finding of more) await recordFinding(finding);
      found.push(...more);
    };
    await both(
      async () => found.push(...(await recordForeignRules())),
      async () => Object.assign(looked, await compare(looked, note)),
    );
    return found;
  });
}

/** @param note is given what one part finds before the next part begins: that one may fail */
async function compare(
  looked: Looked,
  note: (found: readonly Found[]) => Promise<unknown>,
): Promise<Looked> {
  // Read before everything else: an exchange meanwhile is seen by the next look.
  const tables = await tableLayout();
  const { since, runs, trail = null }: Looked = tables === looked.tables ? looked : {};
  const isNew: IsNew = since === undefined ? () => sql<boolean>`true` : writtenSince(since);
  const changes = await inSnapshot(async (executor) => {
    const now = await oldestTransaction(executor);
    const { changed, known } = await findChangedRuns(executor, recentFrom(), runs ?? null, isNew);
    const later = since === undefined ? [] : await findLaterJudged(executor, known, isNew);
    const runIds = [...changed, ...later];
    const places = trail ? await findChangedPlaces(executor, trail, isNew) : [];
    const ends = trail ? await findEnds(executor, runIds, trail) : [];
    return {
      now,
      known,
      runIds,
      places: [...new Set([...places, ...ends])],
      hasErased: await hasErased(executor, isNew),
    };
  });
  if (since !== undefined)
    await note(await findEditedCheckpoints(kysely(), isNew("audit_checkpoint")));
  const appended = await checkAppended(trail);
  await note(appended.found);
  if (changes.places.length > 0) await note(await checkPlaces(changes.places));
  const tombstones = changes.hasErased ? await checkTombstones() : null;
  if (tombstones && !tombstones.ok)
    await note([foundAt(tombstones.why, { place: tombstones.place })]);
  await compareRuns(changes.runIds, note);
  const beside = meant(isNew, changes.known.from, trail);
  await note(await inSnapshot((executor) => findEditsBesideRuns(executor, beside)));
  return { since: changes.now, runs: changes.known, trail: appended.known, tables };
}

/**
 * Which rows without a run are compared: those written since the last look, those whose audit rows are of the last day, so that
 * a removed row is noticed, and conversations of the last day that were written to.
 * @param from the id of the first run of the last day
 */
function meant(isNew: IsNew, from: string, trail: KnownTrail | null): Meant {
  return {
    isMeant: (alias, target) => sql`(${isNew(alias)} OR ${target} IN (
      SELECT target FROM audit_event WHERE place >= ${trail?.first ?? 0}::bigint))`,
    isOpen: (id) => sql`${id} IN (
      SELECT recent.conversation_id FROM run AS recent LEFT JOIN conversation AS held ON held.id = recent.conversation_id
      WHERE recent.id >= ${from}::uuid AND (held.id IS NULL OR ${isNew("held")}
        OR EXISTS (SELECT FROM message AS said WHERE said.conversation_id = recent.conversation_id AND ${isNew("said")})))`,
    isRemembered: (name) => {
      const conversationId = sql.ref(`${name}.conversation_id`);
      return sql`(
        ${conversationId} IN (SELECT conversation_id FROM run WHERE run.id >= ${from}::uuid AND ${isNew("run")})
        OR (${isNew(name)} AND ${conversationId} IN (SELECT conversation_id FROM run WHERE run.id >= ${from}::uuid)))`;
    },
  };
}

/** Moves by `RECENT_STEP_MS`, so that what is known need not be thinned out each time. */
function recentFrom(): string {
  const step = Math.floor(Date.now() / RECENT_STEP_MS) * RECENT_STEP_MS;
  return firstRunIdAt(new Date(step - RECENT_MS));
}

function inSnapshot<Result>(work: (executor: Kysely<Database>) => Promise<Result>) {
  return kysely().transaction().setIsolationLevel("repeatable read").execute(work);
}

async function hasErased(executor: Kysely<Database>, isNew: IsNew): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM audit_event
    WHERE action IN ('conversation.erased', 'person.erased', 'payloads.erased', 'log.erased') AND ${isNew("audit_event")}
    LIMIT 1`.execute(executor);
  return rows.length > 0;
}

/** A batch at a time. */
async function compareRuns(
  runIds: readonly string[],
  note: (found: readonly Found[]) => Promise<unknown>,
): Promise<void> {
  for (let from = 0; from < runIds.length; from += LOOK_BATCH_RUNS) {
    const batch = runIds.slice(from, from + LOOK_BATCH_RUNS);
    await note(await checkSeals(batch));
    await note(await findEditsOfRuns(kysely(), sql`run.id = ANY(${uuids(batch)})`));
    await note(await findStrayRows(kysely(), sql`stored.run_id = ANY(${uuids(batch)})`));
  }
}

/** Each that does not hold, by the place of its end. */
async function checkSeals(runIds: readonly string[]): Promise<Found[]> {
  const found: Found[] = [];
  for (let from = 0; ; ) {
    const verdict = await checkRuns(runIds, from);
    if (verdict.ok) return found;
    const { why, place, runId, seq } = verdict;
    found.push(foundAt(why, { place, runId, seq }));
    from = place + 1;
  }
}
