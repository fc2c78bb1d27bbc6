import "server-only";
/** Gives up runs, so that another process takes them over at once. */
import { sql } from "kysely";
import { kysely } from "../../client.ts";

export async function releaseLeases(leaseOwner: string, runIds: readonly string[]): Promise<void> {
  await kysely()
    .updateTable("run")
    .set({ lease_until: sql<Date>`now() - interval '1 millisecond'` })
    .where("id", "in", [...runIds])
    .where("lease_owner", "=", leaseOwner)
    .where("status", "=", sql.lit("running"))
    .execute();
}
