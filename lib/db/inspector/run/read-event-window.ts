/** Reads a range of a run's log, of all or some types. */
import "server-only";
import type { Actor } from "../../../access/actor.ts";
import { assertCan } from "../../../access/assert-can.ts";
import type { EventWindowQuery } from "../../../contracts/inspector/events/event-page.ts";
import { AppError } from "../../../errors/app-error.ts";
import { auditedRead, type InspectionTransaction, recordInspection } from "../audited-read.ts";
import { isOfKinds } from "./event-kind.ts";
import { type StoredEvent, selectEvents } from "./read-events.ts";

/**
 * Audited as `run.inspected` with its range, unless the range is empty.
 * @throws AppError `forbidden`, `not-found`
 */
export async function readEventWindow(
  actor: Actor,
  runId: string,
  query: EventWindowQuery,
): Promise<{ events: StoredEvent[]; total: number }> {
  assertCan(actor, "run:inspect");
  assertCan(actor, "state:inspect");
  return auditedRead(async (transaction) => {
    await assertRun(transaction, runId);
    const { first, last, total } = await placeOf(transaction, runId, query);
    if (first === undefined || last === undefined) return { events: [], total };
    const range = { afterSeq: first - 1, throughSeq: last };
    await recordInspection(transaction, actor, runId, { part: "events", ...range });
    const stretch = selectEvents(transaction, runId)
      .where("seq", ">=", first)
      .where("seq", "<=", last);
    const events = query.types ? stretch.where(isOfKinds(query.types)) : stretch;
    return { events: await events.execute(), total };
  });
}

/** @throws AppError `not-found` */
export async function assertRun(transaction: InspectionTransaction, runId: string): Promise<void> {
  const run = transaction.selectFrom("run").select("id").where("id", "=", runId);
  if (!(await run.executeTakeFirst())) throw new AppError("not-found");
}

/** The bounds of the range, and the number of all events. */
async function placeOf(
  transaction: InspectionTransaction,
  runId: string,
  { from, limit, types, skip }: EventWindowQuery,
): Promise<{ first?: number; last?: number; total: number }> {
  const all = transaction.selectFrom("log_event").where("run_id", "=", runId);
  const ofTypes = types ? all.where(isOfKinds(types)) : all;
  const ordered = ofTypes.select("seq").orderBy("seq");
  const places = await (types
    ? ordered.offset(skip).limit(limit)
    : ordered.where("seq", ">=", from).where("seq", "<", from + limit)
  ).execute();
  // The `seq`s of all events are gapless from 1.
  const counted = types
    ? ofTypes.select(({ fn }) => fn.countAll<string>().as("total"))
    : all.select(({ fn }) => fn.max("seq").as("total"));
  const { total } = await counted.executeTakeFirstOrThrow();
  return { first: places[0]?.seq, last: places.at(-1)?.seq, total: Number(total ?? 0) };
}
