/** One event of a run's log, and its place among those of some types. */
import "server-only";
import type { Actor } from "../../../access/actor.ts";
import { assertCan } from "../../../access/assert-can.ts";
import { AppError } from "../../../errors/app-error.ts";
import { kysely } from "../../client.ts";
import { auditedRead, recordInspection } from "../audited-read.ts";
import { isOfKinds } from "./event-kind.ts";
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

/** The number of events of these kinds before this one, and whether it is one itself. Reads no content. */
export async function rankEvent(
  actor: Actor,
  runId: string,
  seq: number,
  types: string[],
): Promise<{ rank: number; isShown: boolean }> {
  assertCan(actor, "run:inspect");
  const { before, own } = await kysely()
    .selectFrom("log_event")
    .select(({ fn, eb }) => [
      fn.countAll<string>().filterWhere("seq", "<", seq).as("before"),
      fn
        .countAll<string>()
        .filterWhere(eb("seq", "=", seq))
        .as("own"),
    ])
    .where("run_id", "=", runId)
    .where(isOfKinds(types))
    .where("seq", "<=", seq)
    .executeTakeFirstOrThrow();
  return { rank: Number(before), isShown: Number(own) > 0 };
}
