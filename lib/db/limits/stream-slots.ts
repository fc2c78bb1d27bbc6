import "server-only";
/** How many streams one person has open, on all instances together. A slot whose lease is over is free. */
import { sql } from "kysely";
import type { Actor } from "../../access/actor.ts";
import { assertCan } from "../../access/assert-can.ts";
import { kysely } from "../client.ts";
import { columnsOf, fromNow, table, text } from "../typed-sql.ts";

export type StreamSlotRequest = { instanceId: string; max: number; leaseMs: number };

const column = columnsOf("stream_slot");

/** How often to retry if another stream takes the slot at the same moment. */
const ATTEMPTS_MAX = 5;

/** @returns the slot, to be released when the stream ends; null where the person has `max` streams open */
export async function takeStreamSlot(
  actor: Actor,
  request: StreamSlotRequest,
): Promise<number | null> {
  assertCan(actor, "chat:use");
  for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt += 1) {
    const taken = await takeLowest(actor, request);
    if (taken) return taken.slot;
    if (await isFull(actor, request.max)) return null;
  }
  return null;
}

function takeLowest(actor: Actor, { instanceId, max, leaseMs }: StreamSlotRequest) {
  return kysely()
    .with("free", (db) =>
      db
        .selectFrom(
          // Slot 0, and the slot behind each one taken: the cost grows with those, not with the limit.
          sql<{
            slot: number;
          }>`(SELECT 0 UNION ALL SELECT ${column("slot")} + 1 FROM ${table("stream_slot")}
            WHERE ${column("user_id")} = ${text(actor.userId)} AND ${column("lease_until")} > now())`.as<"place">(
            sql`place(slot)`,
          ),
        )
        .select(({ fn }) => fn.min("place.slot").as("slot"))
        .where("place.slot", "<", max)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom("stream_slot")
                .select("stream_slot.slot")
                .where("stream_slot.user_id", "=", actor.userId)
                .whereRef("stream_slot.slot", "=", "place.slot")
                .where("stream_slot.lease_until", ">", sql<Date>`now()`),
            ),
          ),
        ),
    )
    .insertInto("stream_slot")
    .columns(["user_id", "slot", "instance_id", "lease_until"])
    .expression(({ selectFrom }) =>
      selectFrom("free")
        .select(({ ref }) => [
          text(actor.userId).as("user_id"),
          sql<number>`${ref("free.slot")}`.as("slot"),
          text(instanceId).as("instance_id"),
          fromNow(leaseMs).as("lease_until"),
        ])
        .where("free.slot", "is not", null),
    )
    .onConflict((conflict) =>
      conflict
        .columns(["user_id", "slot"])
        .doUpdateSet(({ ref }) => ({
          instance_id: ref("excluded.instance_id"),
          lease_until: ref("excluded.lease_until"),
        }))
        .where("stream_slot.lease_until", "<=", sql<Date>`now()`),
    )
    .returning("stream_slot.slot")
    .executeTakeFirst();
}

async function isFull(actor: Actor, max: number): Promise<boolean> {
  const { open } = await kysely()
    .selectFrom("stream_slot")
    .select(({ fn }) => fn.countAll<string>().as("open"))
    .where("user_id", "=", actor.userId)
    .where("slot", "<", max)
    .where("lease_until", ">", sql<Date>`now()`)
    .executeTakeFirstOrThrow();
  return Number(open) >= max;
}

/** Frees a slot of this instance. */
export async function releaseStreamSlot(
  actor: Actor,
  { instanceId, slot }: { instanceId: string; slot: number },
): Promise<void> {
  await kysely()
    .deleteFrom("stream_slot")
    .where("user_id", "=", actor.userId)
    .where("slot", "=", slot)
    .where("instance_id", "=", instanceId)
    .execute();
}

/** The heartbeat of every stream of this instance, in one statement. */
export async function renewStreamSlots(instanceId: string, leaseMs: number): Promise<void> {
  await kysely()
    .updateTable("stream_slot")
    .set({ lease_until: fromNow(leaseMs) })
    .where("instance_id", "=", instanceId)
    .where("lease_until", ">", sql<Date>`now()`)
    .execute();
}
