/**
 * The part of the trail that was signed in the last day. Rows that were appended since this process last looked are checked
 * as in the full check. Of the rows and leaves that it knows, it checks those that were changed or are missing.
 */
import "server-only";
import { type Kysely, type RawBuilder, sql } from "kysely";
import { BrokenTrail } from "../../../audit/fault-words.ts";
import { type CompactRange, openRange } from "../../../audit/merkle.ts";
import { checkEntry, type TrailEntry, verifyTrail } from "../../../audit/verify-trail.ts";
import { type Database, kysely } from "../../client.ts";
import {
  EDITS_FOUND_MAX,
  RECENT_MS,
  RECENT_STEP_MS,
  ROW_TIME_TOLERANCE_MS,
  TRAIL_BATCH_ROWS,
} from "../../limits.ts";
import { fromNow, uuids } from "../../typed-sql.ts";
import { type Found, foundAt } from "../found/trail-findings.ts";
import { isLeaf } from "../own-rows.ts";
import { readTrail } from "../read-trail.ts";
import { checkErasedDetails } from "../runs/check-erased-details.ts";
import { restoreTree } from "../seal/open-tree.ts";
import { trailKeys } from "../trail-keys.ts";
import type { IsNew } from "./recent-runs.ts";

/** What a process knows of the trail. */
export type KnownTrail = {
  /** The first place that is watched. It was the size of the tree a day ago. */
  first: number;
  /** The tree up to where it was checked. */
  tree: Pick<CompactRange, "size" | "subtrees">;
  /** When `first` was read, in milliseconds since 1970. */
  at: number;
};

/** Places of what is known that were written to, or have lost their row or leaf. */
export async function findChangedPlaces(
  executor: Kysely<Database>,
  { first, tree }: KnownTrail,
  isNew: IsNew,
): Promise<number[]> {
  const { rows } = await sql<{ rows: number; places: string[] | null }>`
    SELECT count(*)::int AS rows, array_agg(DISTINCT place) FILTER (WHERE ${isNew("found")}) AS places
    FROM (
      SELECT place, xmin FROM audit_event WHERE ${between("place", first, tree.size)}
      UNION ALL SELECT place, xmin FROM audit_leaf WHERE ${between("place", first, tree.size)}) AS found`.execute(
    executor,
  );
  const places = (rows[0]?.places ?? []).map(Number);
  // Each place has one row and one leaf.
  if (rows[0]?.rows === 2 * (tree.size - first)) return places;
  return [...new Set([...places, ...(await findMissing(executor, first, tree.size))])];
}

async function findMissing(
  executor: Kysely<Database>,
  first: number,
  before: number,
): Promise<number[]> {
  const { rows } = await sql<{ place: number }>`
    SELECT place FROM generate_series(${first}::int, ${before - 1}::int) AS given (place)
    WHERE NOT EXISTS (SELECT FROM audit_event WHERE audit_event.place = given.place)
      OR NOT EXISTS (SELECT FROM audit_leaf WHERE audit_leaf.place = given.place)
    LIMIT ${EDITS_FOUND_MAX}`.execute(executor);
  return rows.map(({ place }) => place);
}

/** Places of the ends of runs: their leaves hold the seals. */
export async function findEnds(
  executor: Kysely<Database>,
  runIds: readonly string[],
  { tree }: KnownTrail,
): Promise<number[]> {
  if (runIds.length === 0) return [];
  const { rows } = await sql<{ place: string }>`
    SELECT place FROM audit_event
    WHERE run_id = ANY(${uuids(runIds)}) AND action = 'run.ended' AND ${between("place", 0, tree.size)}`.execute(
    executor,
  );
  return rows.map(({ place }) => Number(place));
}

function between(column: string, from: number, before: number): RawBuilder<boolean> {
  const place = sql.ref(column);
  return sql<boolean>`${place} >= ${from}::bigint AND ${place} < ${before}::bigint`;
}

/**
 * Finds entries that do not match the signed tree, and blank details that the application did not erase.
 * @param places to check
 */
export async function checkPlaces(places: readonly number[]): Promise<Found[]> {
  const found: Found[] = [];
  for (const place of places.toSorted((one, other) => one - other)) {
    const fault = await faultAt(place);
    if (fault) found.push(foundAt(fault, { place }));
    if (found.length >= EDITS_FOUND_MAX) break;
  }
  return [...found, ...(await checkBlanks(places))];
}

async function faultAt(place: number) {
  let entry: TrailEntry | null = null;
  for await (const one of readTrail(place, place + 1)) entry = one;
  // Nothing is left of it.
  if (!entry) return "leaf-missing";
  const fault = checkEntry(entry, place);
  if (fault || !entry.leaf) return fault ?? "leaf-missing";
  return (await isLeaf(place, entry.leaf.hash)) ? null : "root-differs";
}

/**
 * Checks the rows that were appended since the last look, or since a day ago at the first look. If they do not hold, that is
 * told once, and the next look begins at the newest signed tree. The full check tells it again each time.
 */
export async function checkAppended(
  known: KnownTrail | null,
): Promise<{ found: Found[]; known: KnownTrail | null }> {
  try {
    const base = await readBase(known);
    const range = openRange(known?.tree ?? base.tree);
    const from = range.size;
    const notes = await readCheckpointsBehind(from);
    const newest = notes.at(-1);
    if (!newest) return { found: [], known: { ...base, tree: toTree(range) } };
    const verdict = await verifyTrail({
      entries: readTrail(from, Number(newest.size)),
      checkpoints: notes.map(({ note }) => note),
      anchors: [],
      verifierKeys: trailKeys().verifierKeys,
      range,
    });
    const { first, at } = base;
    if (verdict.ok) {
      const found = await checkBlanks(await findBlanks(from, range.size));
      return { found, known: { first, at, tree: toTree(range) } };
    }
    const tree = toTree(restoreTree(newest, trailKeys().verifierKeys));
    return {
      found: [foundAt(verdict.why, { place: verdict.place })],
      known: { first, at, tree },
    };
  } catch (error) {
    if (!(error instanceof BrokenTrail)) throw error;
    return { found: [foundAt(error.why, { place: error.place })], known };
  }
}

function toTree({ size, subtrees }: KnownTrail["tree"]): KnownTrail["tree"] {
  return { size, subtrees: [...subtrees] };
}

/** The tree of a day ago, which is looked up once in `RECENT_STEP_MS`. @throws BrokenTrail where it was not signed so */
async function readBase(known: KnownTrail | null): Promise<KnownTrail> {
  const at = Date.now();
  if (known && at - known.at < RECENT_STEP_MS) return known;
  const [before] = await readCheckpointBefore(new Date(at - RECENT_MS));
  const tree = before ? restoreTree(before, trailKeys().verifierKeys) : openRange();
  return { first: tree.size, at, tree: toTree(tree) };
}

/** By the times of rows, which are bound: those of checkpoints are not. A row whose clock was ahead for long counts as none. */
async function readCheckpointBefore(at: Date): Promise<{ note: string; subtrees: Buffer }[]> {
  const { rows } = await sql<{ note: string; subtrees: Buffer }>`
    SELECT note, subtrees FROM audit_checkpoint
    WHERE size <= coalesce((
      SELECT min(place) FROM audit_event WHERE place >= 0 AND at >= ${at} AND at < ${fromNow(ROW_TIME_TOLERANCE_MS)}
    ), 9223372036854775807)
    ORDER BY size DESC, id DESC LIMIT 1`.execute(kysely());
  return rows;
}

/** The largest last. */
function readCheckpointsBehind(size: number) {
  return kysely()
    .selectFrom("audit_checkpoint")
    .select(["size", "note", "subtrees"])
    .where("size", ">", sql<string>`${size}::bigint`)
    .orderBy("size")
    .orderBy("id")
    .execute();
}

async function findBlanks(from: number, before: number): Promise<number[]> {
  const rows = await kysely()
    .selectFrom("audit_event")
    .select("place")
    .where("detail_commitment", "is not", null)
    .where(between("place", from, before))
    .execute();
  return rows.map(({ place }) => Number(place));
}

async function checkBlanks(places: readonly number[]): Promise<Found[]> {
  for (let from = 0; from < places.length; from += TRAIL_BATCH_ROWS) {
    const blanks = await checkErasedDetails(places.slice(from, from + TRAIL_BATCH_ROWS));
    if (!blanks.ok) return [foundAt(blanks.why, { place: blanks.place })];
  }
  return [];
}
