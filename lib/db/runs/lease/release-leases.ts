/** Gives up runs, so that another process takes them over at once. Locks them in the order of their ids, as a flush does. */
import "server-only";
import { sql } from "kysely";
import { kysely } from "../../client.ts";

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
