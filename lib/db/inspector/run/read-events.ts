import "server-only";
/** A stretch of a run's log as it is stored. */
import type { InspectionTransaction } from "../audited-read.ts";

/** `payload` is what the column holds: whoever shows it validates it. */
export type StoredEvent = {
  seq: number;
  publicSeq: number | null;
  at: Date;
  type: string;
  visibility: string;
  payload: unknown;
};

export type StoredEvents = { events: StoredEvent[]; hasMore: boolean };

/** Events of one answer; a longer log is read in several. */
export const EVENTS_MAX = 2_000;

/** The events beyond `after`, oldest first. */
export async function readEvents(
  transaction: InspectionTransaction,
  runId: string,
  after: number,
): Promise<StoredEvents> {
  const events = await transaction.runEvent.findMany({
    where: { runId, seq: { gt: after } },
    orderBy: { seq: "asc" },
    take: EVENTS_MAX + 1,
    select: { seq: true, publicSeq: true, at: true, type: true, visibility: true, payload: true },
  });
  const hasMore = events.length > EVENTS_MAX;
  return { events: hasMore ? events.slice(0, EVENTS_MAX) : events, hasMore };
}
