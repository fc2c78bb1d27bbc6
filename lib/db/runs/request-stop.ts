import "server-only";
/** Asks for a run of one's own to be stopped, whichever process holds it. */
import type { Actor } from "../../access/actor.ts";
import { assertCan } from "../../access/assert-can.ts";
import { AppError } from "../../errors/app-error.ts";
import { runStatement, type Statement } from "../run-statement.ts";
import { RUN_CHANNEL } from "./append-run-events.ts";

const REQUEST_STOP: Statement = {
  name: "request-stop",
  text: `
WITH asked AS (
  UPDATE run SET stop_requested_at = coalesce(stop_requested_at, now())
  WHERE id = $1::uuid AND user_id = $2 RETURNING id
)
SELECT id, pg_notify('${RUN_CHANNEL}', id::text) FROM asked`,
};

/** @throws AppError `not-found` when there is no such run, or it is another person's */
export async function requestStop(actor: Actor, runId: string): Promise<void> {
  assertCan(actor, "chat:use");
  const rows = await runStatement(REQUEST_STOP, [runId, actor.userId]);
  if (rows.length === 0) throw new AppError("not-found");
}
