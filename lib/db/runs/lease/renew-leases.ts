/** The heartbeat: one statement renews the leases of the runs that a process works on. */
import "server-only";
import { sql } from "kysely";
import { kysely } from "../../client.ts";
import { type Given, prepareStatement } from "../../prepare-statement.ts";
import { fromThisMoment } from "../../typed-sql.ts";

export type HeldLease = { id: string; stop_requested: boolean };

type Renewal = { leaseOwner: string; leaseMs: number; runIds: readonly string[] };

/** Locks the runs in the order of their ids, as a flush of the log does. */
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

/** @returns those of the runs that this owner still holds, and whether somebody asked to stop them */
export function renewLeases(
  leaseOwner: string,
  leaseMs: number,
  runIds: readonly string[],
): Promise<HeldLease[]> {
  return renew({ leaseOwner, leaseMs, runIds });
}
