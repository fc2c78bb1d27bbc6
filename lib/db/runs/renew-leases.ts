import "server-only";
/** The heartbeat: one statement renews every lease of this process. */
import { kysely } from "../client.ts";
import { runPrepared } from "../run-prepared.ts";
import { fromNow } from "../typed-sql.ts";

export type HeldLease = { id: string; stop_requested: boolean };

/** @returns every run that this owner still holds, and whether somebody asked to stop it */
export function renewLeases(leaseOwner: string, leaseMs: number): Promise<HeldLease[]> {
  const query = kysely()
    .updateTable("run")
    .set({ lease_until: fromNow(leaseMs) })
    .where("lease_owner", "=", leaseOwner)
    .where("status", "=", "running")
    .returning((eb) => [
      "id",
      eb("stop_requested_at", "is not", null).$castTo<boolean>().as("stop_requested"),
    ])
    .compile();
  return runPrepared("renew-leases", query);
}
