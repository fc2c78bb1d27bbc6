/** How many streams one person has open, on all instances together. A slot whose lease is over is free. */
import "server-only";
import { sql } from "kysely";
import type { Actor } from "../../access/actor.ts";
import { assertCan } from "../../access/assert-can.ts";
import { kysely } from "../client.ts";
import { SLOT_ATTEMPTS_MAX } from "../limits.ts";
import { type Given, prepareStatement } from "../prepare-statement.ts";
import { columnsOf, fromNow, table, text } from "../typed-sql.ts";

export type StreamSlotRequest = { instanceId: string; max: number; leaseMs: number };

const column = columnsOf("stream_slot");

/** @returns the slot, to be released when the stream ends; null where the person has `max` streams open */
export async function takeStreamSlot(
  actor: Actor,
  request: StreamSlotRequest,
): Promise<number | null> {
  assertCan(actor, "chat:use");
  const { userId } = actor;
  for (let attempt = 1; attempt <= SLOT_ATTEMPTS_MAX; attempt += 1) {
    const [taken] = await takeLowest({ userId, ...request });
    if (taken) return taken.slot;
    if (await isFull(userId, request.max)) return null;
  }
  return null;
}

const takeLowest = prepareStatement(
  "take-stream-slot",
  (given: Given<StreamSlotRequest & { userId: string }>) => {
    const user = text(given("userId"));
    return kysely()
      .with("free", (db) =>
        db
          .selectFrom(
            // Slot 0, and the slot behind each one taken: the cost grows with those, not with the limit.
            sql<{
              slot: number;
            }>`(SELECT 0 UNION ALL SELECT ${column("slot")} + 1 FROM ${table("stream_slot")}
            WHERE ${column("user_id")} = ${user} AND ${column("lease_until")} > now())`.as<"place">(
              sql`place(slot)`,
            ),
          )
          .select(({ fn }) => fn.min("place.slot").as("slot"))
          .where("place.slot", "<", given("max"))
          .where(({ not, exists, selectFrom }) =>
            not(
              exists(
                selectFrom("stream_slot")
                  .select("stream_slot.slot")
                  .where("stream_slot.user_id", "=", user)
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
            user.as("user_id"),
            sql<number>`${ref("free.slot")}`.as("slot"),
            text(given("instanceId")).as("instance_id"),
            fromNow(given("leaseMs")).as("lease_until"),
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
      .returning("stream_slot.slot");
  },
);

async function isFull(userId: string, max: number): Promise<boolean> {
  const { open } = await kysely()
    .selectFrom("stream_slot")
    .select(({ fn }) => fn.countAll<string>().as("open"))
    .where("user_id", "=", userId)
    .where("slot", "<", max)
    .where("lease_until", ">", sql<Date>`now()`)
    .executeTakeFirstOrThrow();
  return Number(open) >= max;
}

type HeldSlot = { instanceId: string; slot: number };

/** Frees a slot of this instance. */
export async function releaseStreamSlot({ userId }: Actor, held: HeldSlot): Promise<void> {
  await release({ userId, ...held });
}

const release = prepareStatement(
  "release-stream-slot",
  (given: Given<HeldSlot & { userId: string }>) =>
    kysely()
      .deleteFrom("stream_slot")
      .where("user_id", "=", given("userId"))
      .where("slot", "=", given("slot"))
      .where("instance_id", "=", given("instanceId")),
);

/** The heartbeat of every stream of this instance, in one statement. It also removes the slots that nobody renewed. */
export async function renewStreamSlots(instanceId: string, leaseMs: number): Promise<void> {
  await kysely()
    .with("expired", (db) =>
      db.deleteFrom("stream_slot").where("lease_until", "<=", sql<Date>`now()`),
    )
    .updateTable("stream_slot")
    .set({ lease_until: fromNow(leaseMs) })
    .where("instance_id", "=", instanceId)
    .where("lease_until", ">", sql<Date>`now()`)
    .execute();
}
