/** Tells whether the trail refuses rows, by a row that is taken back. For the time after a failure. */
import "server-only";
import { sql } from "kysely";
import { mayPass } from "../check-database.ts";
import { kysely } from "../client.ts";
import { table } from "../typed-sql.ts";

class TakenBack extends Error {}

/** False also where the database is away: then nothing is known of the trail. */
export async function refusesAuditRows(): Promise<boolean> {
  try {
    await kysely()
      .transaction()
      .execute(async (transaction) => {
        await sql`INSERT INTO ${table("audit_event")} (id, action, target, outcome)
          VALUES (gen_random_uuid(), 'trial', 'trial', 'allowed')`.execute(transaction);
        throw new TakenBack();
      });
  } catch (error) {
    return !(error instanceof TakenBack) && !mayPass(error);
  }
  return false;
}
