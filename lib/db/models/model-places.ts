/**
 * The places at a model whose calls at once are limited, on all instances together, and the queue for them. Whoever has
 * fewest places comes first, and among equals the turn that began first. A place whose lease is over is free.
 */
import "server-only";
import { type RawBuilder, sql } from "kysely";
import pg from "pg";
import type { ModelTurn, PlaceQueue } from "../../contracts/model/place.ts";
import { kysely } from "../client.ts";
import { UNIQUE_VIOLATION } from "../constraint-reasons.ts";
import { columnsOf, fromNow, table, uuid, uuids } from "../typed-sql.ts";

export type AskForPlace = {
  placeId: string;
  queue: PlaceQueue;
  /** Null: a short call of nobody's turn, which waits for all others. */
  turn: ModelTurn | null;
  leaseMs: number;
};

const PLACES = table("model_place");
const column = columnsOf("model_place");
const other = columnsOf("model_place", "other");

/** @returns whether the call has its place; if not it is in the queue, unless the request was refused */
export async function askForPlace(ask: AskForPlace): Promise<boolean> {
  const { name, max } = ask.queue;
  const lowestFree = sql<number>`(SELECT CASE WHEN EXISTS (
      SELECT FROM ${PLACES} WHERE ${column("queue")} = ${name} AND ${column("slot")} IS NULL
        AND ${column("lease_until")} > now()) THEN NULL ELSE min(free.slot) END
    FROM (${freeSlots(name, max)}) AS free)`;
  const [taken] = await insertPlace(ask, lowestFree);
  if (taken) return taken.slot !== null;
  // Another call took that slot in the same moment.
  await insertPlace(ask, sql<null>`NULL`);
  return false;
}

async function insertPlace(
  { placeId, queue, turn, leaseMs }: AskForPlace,
  slot: RawBuilder<number | null>,
): Promise<{ slot: number | null }[]> {
  const { rows } = await sql<{ slot: number | null }>`
    INSERT INTO ${PLACES} (id, queue, slot, user_id, run_id, lease_until)
    SELECT ${uuid(placeId)}, ${queue.name}, ${slot}::int2, ${turn?.userId ?? null}::text, ${turn?.runId ?? null}::uuid,
      ${fromNow(leaseMs)}
    ON CONFLICT (queue, slot) DO NOTHING RETURNING ${column("slot")}`.execute(kysely());
  return rows;
}

/**
 * Gives what is free to who is first.
 * @returns the places that got a slot now, of any instance
 */
export async function advanceQueue({ name, max }: PlaceQueue): Promise<string[]> {
  await sql`DELETE FROM ${PLACES} WHERE ${column("queue")} = ${name} AND ${column("lease_until")} <= now()`.execute(
    kysely(),
  );
  try {
    const { rows } = await sql<{ id: string }>`
      UPDATE ${PLACES} AS other SET slot = given.slot
      FROM (SELECT first.id, free.slot
        FROM (${waiting(name)}) AS first
        JOIN (SELECT slot, row_number() OVER (ORDER BY slot) AS n FROM (${freeSlots(name, max)}) AS slots) AS free
          USING (n)) AS given
      WHERE ${other("id")} = given.id AND ${other("slot")} IS NULL
      RETURNING ${other("id")}`.execute(kysely());
    return rows.map(({ id }) => id);
  } catch (error) {
    // Another instance gave the same slot away in the same moment, and says to whom.
    if (error instanceof pg.DatabaseError && error.code === UNIQUE_VIOLATION) return [];
    throw error;
  }
}

/**
 * @returns how the given places stand: null where it has its slot, else its position from 1, where the calls of one turn count
 *   once; gone ones are left out
 */
export async function readPositions(
  queue: string,
  placeIds: readonly string[],
): Promise<{ id: string; position: number | null }[]> {
  const { rows } = await sql<{ id: string; position: number | null }>`
    SELECT ${column("id")}, first.position FROM ${PLACES}
    LEFT JOIN (${waiting(queue)}) AS first ON first.id = ${column("id")}
    WHERE ${column("id")} = ANY(${uuids(placeIds)})
      AND (${column("slot")} IS NOT NULL OR first.position IS NOT NULL)`.execute(kysely());
  return rows;
}

/** @returns whether somebody waits in the queue */
export async function releasePlace(placeId: string, queue: string): Promise<boolean> {
  const { rows } = await sql<{ isWaited: boolean }>`
    WITH released AS (DELETE FROM ${PLACES} WHERE ${column("id")} = ${uuid(placeId)})
    SELECT EXISTS (SELECT FROM ${PLACES} WHERE ${column("queue")} = ${queue} AND ${column("slot")} IS NULL
      AND ${column("id")} <> ${uuid(placeId)}) AS "isWaited"`.execute(kysely());
  return rows[0]?.isWaited ?? false;
}

/** The heartbeat of an instance's places, taken and waiting. */
export async function renewPlaces(placeIds: readonly string[], leaseMs: number): Promise<void> {
  await kysely()
    .updateTable("model_place")
    .set({ lease_until: fromNow(leaseMs) })
    .where(sql<boolean>`${column("id")} = ANY(${uuids(placeIds)})`)
    .execute();
}

function freeSlots(queue: string, max: number): RawBuilder<{ slot: number }> {
  return sql`SELECT number AS slot FROM generate_series(0, ${max}::int - 1) AS number
    WHERE NOT EXISTS (SELECT FROM ${PLACES} AS other WHERE ${other("queue")} = ${queue} AND ${other("slot")} = number)`;
}

/** The queue in its order: each person's first call, then each one's second, and so on; who has places comes later. */
function waiting(queue: string): RawBuilder<{ id: string; n: number; position: number }> {
  return sql`SELECT id, n, (dense_rank() OVER (ORDER BY first_of_turn))::int AS position FROM (
    SELECT id, n, min(n) OVER (PARTITION BY coalesce(run_id, id)) AS first_of_turn FROM (
    SELECT id, run_id, row_number() OVER (ORDER BY run_id IS NULL, share, run_id, asked_at, id) AS n
    FROM (SELECT ${column("id")}, ${column("user_id")}, ${column("run_id")}, ${column("asked_at")},
        (SELECT count(*) FROM ${PLACES} AS other WHERE ${other("queue")} = ${queue} AND ${other("slot")} IS NOT NULL
          AND ${other("lease_until")} > now() AND ${other("user_id")} = ${column("user_id")})
        + row_number() OVER (PARTITION BY coalesce(${column("user_id")}, ${column("run_id")}::text, ${column("id")}::text)
          ORDER BY ${column("run_id")}, ${column("asked_at")}, ${column("id")}) AS share
      FROM ${PLACES} WHERE ${column("queue")} = ${queue} AND ${column("slot")} IS NULL
        AND ${column("lease_until")} > now()) AS shared) AS ranked) AS turns`;
}
