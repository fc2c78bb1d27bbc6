/** Reads the whole trail in order, a batch at a time, for its check. */
import "server-only";
import { type Kysely, sql } from "kysely";
import type { SealedEvent, SealedRun } from "../../audit/leaf.ts";
import { rootOfCommitments } from "../../audit/run-log.ts";
import type { TrailEntry } from "../../audit/verify-trail.ts";
import { type Database, kysely } from "../client.ts";
import { TRAIL_BATCH_ROWS } from "../limits.ts";
import { toErasable, toIso } from "./audit-row.ts";

type Executor = Kysely<Database>;

/**
 * One entry for each leaf and for each row with a place, wherever that is; either may be missing. The next batch is read while
 * this one is looked at.
 * @param first the lowest place
 * @param before the place before which it ends
 */
export async function* readTrail(
  first = Number.MIN_SAFE_INTEGER,
  before = Number.POSITIVE_INFINITY,
): AsyncGenerator<TrailEntry, void> {
  for (let reading = readNext(first, before); ; ) {
    const batch = await reading;
    if (batch === null) return;
    reading = readNext(batch.end, before);
    // Whoever has seen enough does not wait for it.
    reading.catch(() => undefined);
    for (const row of batch.rows) yield toEntry(row);
  }
}

/** @returns null where no place is left; `end`: the place behind the batch */
async function readNext(
  first: number,
  before: number,
): Promise<{ rows: Row[]; end: number } | null> {
  const from = await nextPlace(first);
  if (from === null || from >= before) return null;
  const end = Math.min(from + TRAIL_BATCH_ROWS, before);
  return { rows: await readBatch(from, end), end };
}

/** The first place from here on that a leaf or a row has. */
async function nextPlace(from: number): Promise<number | null> {
  const first = sql<string>`${from}::bigint`;
  const firstOf = (name: "audit_leaf" | "audit_event") =>
    kysely().selectFrom(name).select("place").where("place", ">=", first).orderBy("place").limit(1);
  const found = await Promise.all([
    firstOf("audit_leaf").executeTakeFirst(),
    firstOf("audit_event").executeTakeFirst(),
  ]);
  const places = found.flatMap((row) => (row?.place == null ? [] : [Number(row.place)]));
  return places.length === 0 ? null : Math.min(...places);
}

/** What is stored at these places, in order. */
export async function readEntries(places: readonly number[]): Promise<TrailEntry[]> {
  const rows = await Promise.all(places.map((place) => readBatch(place, place + 1)));
  return rows.flat().map(toEntry);
}

/** What is stored at one place; null: nothing. */
export async function readEntry(place: number, executor?: Executor): Promise<TrailEntry | null> {
  const [row] = await readBatch(place, place + 1, executor);
  return row ? toEntry(row) : null;
}

function toEntry(row: Row): TrailEntry {
  const { leaf_event_id: eventId, hash } = row;
  return {
    place: Number(row.leaf_place ?? row.place),
    leaf: eventId && hash ? { eventId, hash } : null,
    event: toEvent(row),
  };
}

type Row = Awaited<ReturnType<typeof readBatch>>[number];

function toEvent(row: Row): SealedEvent | null {
  const { id, at, action, target, outcome } = row;
  if (id === null || at === null || action === null || target === null || outcome === null)
    return null;
  return {
    place: Number(row.place),
    id,
    at: toIso(at),
    actorId: row.actor_id,
    action,
    target,
    outcome,
    subjectId: row.subject_id,
    runId: row.run_id,
    detail: toErasable(row),
    ...(row.mac && { mac: row.mac }),
    ...toNumber(row),
    ...toRun(row),
  };
}

/** Of a leaf that names another person than its row, or is no look's and names one: a number that no look has, and so another hash. */
function toNumber({ subject_seq: seq, leaf_subject_id: named, subject_id: id }: Row) {
  if (seq === null && named === null) return {};
  const isItself = seq !== null && seq > 0 && named === id;
  return { subjectSeq: isItself ? seq : Number.MAX_SAFE_INTEGER };
}

function toRun({ commitments, answer }: Row): { run?: SealedRun } {
  return commitments && answer ? { run: { log: rootOfCommitments(commitments), answer } } : {};
}

/** Places are dense, so a batch is a range of them. */
function readBatch(from: number, to: number, executor: Executor = kysely()) {
  const first = sql<string>`${from}::bigint`;
  const end = sql<string>`${to}::bigint`;
  const leaf = executor
    .selectFrom("audit_leaf")
    .select(["place as leaf_place", "event_id as leaf_event_id", "hash", "subject_seq"])
    .select("subject_id as leaf_subject_id")
    .where("place", ">=", first)
    .where("place", "<", end)
    .as("leaf");
  const event = executor
    .selectFrom("audit_event")
    .select(["place", "id", "at", "actor_id", "action", "target", "outcome", "subject_id"])
    .select(["run_id", "detail", "detail_commitment", "salt", "mac"])
    .where("place", ">=", first)
    .where("place", "<", end)
    .as("event");
  return (
    executor
      .selectFrom(leaf)
      .fullJoin(event, "event.place", "leaf.leaf_place")
      // Neither the leaf nor what it seals has the run's id, but the row has.
      .leftJoin("run_seal", (seal) =>
        seal
          .onRef("run_seal.event_id", "=", "event.id")
          .onRef("run_seal.run_id", "=", "event.run_id"),
      )
      .selectAll(["leaf", "event"])
      .select(["run_seal.commitments", "run_seal.answer"])
      .orderBy(sql`coalesce(leaf_place, place)`)
      .execute()
  );
}

/** The signed notes of all checkpoints, in order. @param behind only of those that have more rows */
export async function readCheckpoints(behind = -1): Promise<string[]> {
  const rows = await kysely()
    .selectFrom("audit_checkpoint")
    .select("note")
    .$if(behind >= 0, (all) => all.where("size", ">", sql<string>`${behind}::bigint`))
    .orderBy("id")
    .execute();
  return rows.map(({ note }) => note);
}
