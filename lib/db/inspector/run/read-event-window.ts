import "server-only";
/** A stretch of a run's log, of all types or of some. */
import type { Actor } from "../../../access/actor.ts";
import { assertCan } from "../../../access/assert-can.ts";
import type { EventWindowQuery } from "../../../contracts/inspector/events/event-page.ts";
import { AppError } from "../../../errors/app-error.ts";
import { auditedRead, recordInspection } from "../audited-read.ts";
import type { StoredEvent } from "./read-events.ts";

export const EVENT_COLUMNS = {
  seq: true,
  publicSeq: true,
  at: true,
  type: true,
  visibility: true,
  payload: true,
} as const;

/**
 * Audited as `run.inspected` with its range; a stretch that holds nothing reads nothing hidden.
 * @throws AppError `forbidden`, `not-found`
 */
export async function readEventWindow(
  actor: Actor,
  runId: string,
  { from, limit, types, skip }: EventWindowQuery,
): Promise<{ events: StoredEvent[]; total: number }> {
  assertCan(actor, "run:inspect");
  assertCan(actor, "state:inspect");
  return auditedRead(async (transaction) => {
    const run = await transaction.run.findUnique({ where: { id: runId }, select: { id: true } });
    if (!run) throw new AppError("not-found");
    const all = { runId, ...(types ? { type: { in: types } } : {}) };
    const places = await transaction.runEvent.findMany({
      where: types ? all : { ...all, seq: { gte: from, lt: from + limit } },
      orderBy: { seq: "asc" },
      ...(types ? { skip, take: limit } : {}),
      select: { seq: true },
    });
    const total = types ? await transaction.runEvent.count({ where: all }) : await lastSeq();
    const [first, last] = [places[0]?.seq, places.at(-1)?.seq];
    if (first === undefined || last === undefined) return { events: [], total };
    const range = { afterSeq: first - 1, throughSeq: last };
    await recordInspection(transaction, actor, runId, { part: "events", ...range });
    const events = await transaction.runEvent.findMany({
      where: { ...all, seq: { gte: first, lte: last } },
      orderBy: { seq: "asc" },
      select: EVENT_COLUMNS,
    });
    return { events, total };

    // They are gapless from 1.
    async function lastSeq(): Promise<number> {
      const { _max } = await transaction.runEvent.aggregate({
        where: { runId },
        _max: { seq: true },
      });
      return _max.seq ?? 0;
    }
  });
}
