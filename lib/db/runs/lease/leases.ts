/** The leases of runs: renewed, given up, and asked to end. Several are locked in the order of their ids, as a flush does. */
import "server-only";
import { sql } from "kysely";
import type { Actor } from "../../../access/actor.ts";
import { assertCan } from "../../../access/assert-can.ts";
import { AppError } from "../../../errors/app-error.ts";
import { kysely } from "../../client.ts";
import { type Given, prepareStatement } from "../../prepare-statement.ts";
import { fromThisMoment } from "../../typed-sql.ts";

type HeldLease = { id: string; stop_requested: boolean };

type Renewal = { leaseOwner: string; leaseMs: number; runIds: readonly string[] };

/**
 * The heartbeat: one statement renews the leases of the runs that a process works on.
 * @returns those of the runs that this owner still holds, and whether somebody asked to stop them
 */
export function renewLeases(
  leaseOwner: string,
  leaseMs: number,
  runIds: readonly string[],
): Promise<HeldLease[]> {
  return renew({ leaseOwner, leaseMs, runIds });
}

const renew = prepareStatement("renew-leases", (given: Given<Renewal>) =>
  kysely()
    .with("held", (db) =>
      db
        .selectFrom("run")
        .select("id")
        .where(({ ref }) => sql<boolean>`${ref("id")} = ANY(${given("runIds")}::uuid[])`)
        .where("lease_owner", "=", given("leaseOwner"))
        .where("status", "=", sql.lit("running"))
        .orderBy("id")
        .forNoKeyUpdate(),
    )
    .updateTable("run")
    .from("held")
    .set({ lease_until: fromThisMoment(given("leaseMs")) })
    .whereRef("run.id", "=", "held.id")
    .returning((eb) => [
      "run.id",
      eb("stop_requested_at", "is not", null).$castTo<boolean>().as("stop_requested"),
    ]),
);

/** Gives up runs, so that another process takes them over at once. */
export async function releaseLeases(leaseOwner: string, runIds: readonly string[]): Promise<void> {
  await kysely()
    .with("held", (db) =>
      db
        .selectFrom("run")
        .select("id")
        .where("id", "in", [...runIds])
        .where("lease_owner", "=", leaseOwner)
        .where("status", "=", sql.lit("running"))
        .orderBy("id")
        .forNoKeyUpdate(),
    )
    .updateTable("run")
    .from("held")
    .set({ lease_until: sql<Date>`now() - interval '1 millisecond'` })
    .whereRef("run.id", "=", "held.id")
    .execute();
}

/**
 * Asks for a run of one's own to be stopped, whichever process holds it.
 * @throws AppError `not-found` when there is no such run, or it is another person's
 */
export async function requestStop(actor: Actor, runId: string): Promise<void> {
  assertCan(actor, "chat:use");
  const { numUpdatedRows } = await kysely()
    .updateTable("run")
    .set(({ fn, ref }) => ({
      stop_requested_at: fn.coalesce(ref("stop_requested_at"), sql<Date>`now()`),
    }))
    .where("id", "=", runId)
    .where("user_id", "=", actor.userId)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new AppError("not-found");
}
