import "server-only";
/** The heartbeat: one statement renews every lease of this process. */
import { runStatement, type Statement } from "../run-statement.ts";

const RENEW: Statement = {
  name: "renew-leases",
  text: `
UPDATE run SET lease_until = now() + $2::int * interval '1 millisecond'
WHERE lease_owner = $1 AND status = 'running'
RETURNING id, stop_requested_at IS NOT NULL AS stop_requested`,
};

export type HeldLease = { id: string; stop_requested: boolean };

/** @returns every run that this owner still holds, and whether somebody asked to stop it */
export function renewLeases(leaseOwner: string, leaseMs: number): Promise<HeldLease[]> {
  return runStatement<HeldLease>(RENEW, [leaseOwner, leaseMs]);
}
