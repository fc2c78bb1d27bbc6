import "server-only";
/** The heartbeat: one statement renews the leases of the runs that a process works on. */
import { sql } from "kysely";
import { kysely } from "../client.ts";
import { runPrepared } from "../run-prepared.ts";
import { fromNow } from "../typed-sql.ts";

export type HeldLease = { id: string; stop_requested: boolean };

/** @returns those of the runs that this owner still holds, and whether somebody asked to stop them */
export function renewLeases(
  leaseOwner: string,
  leaseMs: number,
  runIds: readonly string[],
): Promise<HeldLease[]> {
  const query = kysely()
    .updateTable("run")
    .set({ lease_until: fromNow(leaseMs) })
    .where(({ ref }) => sql<boolean>`${ref("id")} = ANY(${[...runIds]}::uuid[])`)
    .where("lease_owner", "=", leaseOwner)
    .where("status", "=", "running")
    .returning((eb) => [
      "id",
      eb("stop_requested_at", "is not", null).$castTo<boolean>().as("stop_requested"),
    ])
    .compile();
  return runPrepared("renew-leases", query);
}
