/** Forgets server processes that were not seen for as long as operators see them. */
import "server-only";
import { kysely } from "../client.ts";
import { INSTANCES_SHOWN_MS } from "../limits.ts";
import { fromNow } from "../typed-sql.ts";

export async function forgetInstances(): Promise<void> {
  await kysely()
    .deleteFrom("instance")
    .where("seen_at", "<", fromNow(-INSTANCES_SHOWN_MS))
    .execute();
}
