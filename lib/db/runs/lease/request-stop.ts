/** Asks for a run of one's own to be stopped, whichever process holds it. */
import "server-only";
import { sql } from "kysely";
import type { Actor } from "../../../access/actor.ts";
import { assertCan } from "../../../access/assert-can.ts";
import { AppError } from "../../../errors/app-error.ts";
import { kysely } from "../../client.ts";

/** @throws AppError `not-found` when there is no such run, or it is another person's */
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
