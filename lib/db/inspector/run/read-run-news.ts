/** Reads the new events of an active run. */
import "server-only";
import type { Actor } from "../../../access/actor.ts";
import { assertCan } from "../../../access/assert-can.ts";
import type { InspectedRun } from "../../../contracts/inspector/run/inspected-run.ts";
import { auditedRead, recordInspection } from "../audited-read.ts";
import { findRun } from "../find-run.ts";
import { readEvents, type StoredEvents, selectEvents } from "./read-events.ts";

/**
 * Audited unless there is nothing new.
 * @throws AppError `forbidden`, `not-found`
 */
export async function readRunNews(
  actor: Actor,
  runId: string,
  after: number,
): Promise<StoredEvents & { run: InspectedRun }> {
  assertCan(actor, "run:inspect");
  assertCan(actor, "state:inspect");
  return auditedRead(async (transaction) => {
    const run = await findRun(actor, runId, transaction);
    const news = selectEvents(transaction, runId).where("seq", ">", after).limit(1);
    if ((await news.clearSelect().select("seq").execute()).length === 0)
      return { run, events: [], hasMore: false };
    await recordInspection(transaction, actor, runId, { part: "events", afterSeq: after });
    return { run, ...(await readEvents(transaction, runId, after)) };
  });
}
