/** What a reviewer reads for the cases that they have. */
import "server-only";
import { sql } from "kysely";
import type { Actor } from "../../../access/actor.ts";
import { ownRows } from "../../audit/own-rows.ts";
import { kysely } from "../../client.ts";
import { ROW_TIME_TOLERANCE_MS } from "../../limits.ts";
import { fromNow } from "../../typed-sql.ts";
import { isBefore } from "../branch-of.ts";
import { withAudit } from "../with-audit.ts";

/** The runs whose cases this reviewer has, latest end first. */
export async function listSeats({ userId }: Actor): Promise<string[]> {
  const seats = await kysely()
    .selectFrom("review_seat")
    .select("run_id")
    .where("user_id", "=", userId)
    .where("until", ">", sql<Date>`now()`)
    .orderBy("until", "desc")
    .execute();
  return seats.map(({ run_id: runId }) => runId);
}

/**
 * The runs whose words a reviewer reads for the cases that they have: those of each, and of the turns before it on its branch.
 * Only where the trail says that they took it. Call it outside of transactions.
 * @throws AppError `audit-unavailable`
 */
export async function readTakenRuns(actor: Actor): Promise<string[]> {
  const seats = await listSeats(actor);
  if (seats.length === 0) return [];
  const asked = kysely()
    .selectFrom("audit_event")
    .selectAll()
    .where("actor_id", "=", actor.userId)
    .where("action", "=", "review.taken")
    .where("run_id", "in", seats)
    .where("place", "is not", null)
    .where("at", "<", fromNow(ROW_TIME_TOLERANCE_MS));
  const own = await ownRows(await withAudit(() => asked.execute()));
  const taken = new Set(own.map(({ run_id: runId }) => runId));
  const runs = seats.filter((runId) => taken.has(runId)).map(readRunsUpTo);
  return [...new Set((await Promise.all(runs)).flat())];
}

async function readRunsUpTo(runId: string): Promise<string[]> {
  const rows = await kysely()
    .selectFrom("run")
    .select("run.id")
    .where(({ ref }) => isBefore(ref("run.answer_message_id"), sql<string>`${runId}::uuid`))
    .execute();
  return rows.map(({ id }) => id);
}
