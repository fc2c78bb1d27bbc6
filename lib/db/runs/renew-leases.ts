import "server-only";
/** The heartbeat: one statement renews the leases of the runs that a process works on. */
import { runStatement, type Statement } from "../run-statement.ts";

const RENEW: Statement = {
  name: "renew-leases",
  text: `
UPDATE run SET lease_until = now() + $2::int * interval '1 millisecond'
WHERE id = ANY($3::uuid[]) AND lease_owner = $1 AND status = 'running'
RETURNING id, stop_requested_at IS NOT NULL AS stop_requested`,
};

export type HeldLease = { id: string; stop_requested: boolean };

/** @returns those of the runs that this owner still holds, and whether somebody asked to stop them */
export function renewLeases(
  leaseOwner: string,
  leaseMs: number,
  runIds: readonly string[],
): Promise<HeldLease[]> {
  return runStatement<HeldLease>(RENEW, [leaseOwner, leaseMs, runIds]);
}
