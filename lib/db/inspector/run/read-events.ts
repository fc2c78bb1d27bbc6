/** Reads a range of a run's stored log, every event in its newest version. */
import "server-only";
import { EVENTS_PAGE_MAX } from "../../limits.ts";
import type { InspectionTransaction } from "../audited-read.ts";

/** `payload` is the raw column, null if it was erased. The caller validates it. */
export type StoredEvent = {
  seq: number;
  publicSeq: number | null;
  at: Date;
  type: string;
  visibility: string;
  payload: unknown;
};

export type StoredEvents = { events: StoredEvent[]; hasMore: boolean };

/** The events of a run, oldest first; a caller narrows it. */
export function selectEvents(transaction: InspectionTransaction, runId: string) {
  return transaction
    .selectFrom("log_event")
    .select(["seq", "public_seq as publicSeq", "at", "type", "visibility", "payload"])
    .where("run_id", "=", runId)
    .orderBy("seq");
}

/** The events beyond `after`, oldest first. */
export async function readEvents(
  transaction: InspectionTransaction,
  runId: string,
  after: number,
): Promise<StoredEvents> {
  const events: StoredEvent[] = await selectEvents(transaction, runId)
    .where("seq", ">", after)
    .limit(EVENTS_PAGE_MAX + 1)
    .execute();
  const hasMore = events.length > EVENTS_PAGE_MAX;
  return { events: hasMore ? events.slice(0, EVENTS_PAGE_MAX) : events, hasMore };
}
