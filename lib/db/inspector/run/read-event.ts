import "server-only";
/** One event of a run's log, and its place among those of some types. */
import type { Actor } from "../../../access/actor.ts";
import { assertCan } from "../../../access/assert-can.ts";
import { AppError } from "../../../errors/app-error.ts";
import { kysely } from "../../client.ts";
import { auditedRead, recordInspection } from "../audited-read.ts";
import { type StoredEvent, selectEvents } from "./read-events.ts";

/**
 * Audited as `run.inspected` with its `seq`.
 * @throws AppError `forbidden`, `not-found`
 */
export async function readEvent(actor: Actor, runId: string, seq: number): Promise<StoredEvent> {
  assertCan(actor, "run:inspect");
  assertCan(actor, "state:inspect");
  return auditedRead(async (transaction) => {
    const range = { afterSeq: seq - 1, throughSeq: seq };
    await recordInspection(transaction, actor, runId, { part: "events", ...range });
    const event = await selectEvents(transaction, runId).where("seq", "=", seq).executeTakeFirst();
    if (!event) throw new AppError("not-found");
    return event;
  });
}

/** The number of events of these types before this one. Reads no content. */
export async function rankEvent(
  actor: Actor,
  runId: string,
  seq: number,
  types: string[],
): Promise<number> {
  assertCan(actor, "run:inspect");
  if (types.length === 0) return 0;
  const { before } = await kysely()
    .selectFrom("log_event")
    .select(({ fn }) => fn.countAll<string>().as("before"))
    .where("run_id", "=", runId)
    .where("type", "in", types)
    .where("seq", "<", seq)
    .executeTakeFirstOrThrow();
  return Number(before);
}
