/** The other runs of a run's conversation, without hidden data. */
import "server-only";
import { sql } from "kysely";
import type { Actor } from "../../../access/actor.ts";
import { assertCan } from "../../../access/assert-can.ts";
import type { CompareCandidates } from "../../../contracts/inspector/compare/run-comparison.ts";
import { COMPARE_CANDIDATES_MAX } from "../../limits.ts";
import { auditedRead } from "../audited-read.ts";
import { findRun } from "../find-run.ts";
import { saidScopeOf } from "../opening/reviews.ts";
import { recordFollowing } from "../record-following.ts";
import { selectRunRows, toInspectedRun } from "../runs/run-rows.ts";

/**
 * Newest first. What people asked is shown, so the read is on record.
 * @throws AppError `forbidden` without `run:list`, `not-found`, `audit-unavailable`
 */
export async function readCompareCandidates(
  actor: Actor,
  runId: string,
): Promise<CompareCandidates> {
  assertCan(actor, "run:list");
  return auditedRead(async (transaction) => {
    await recordFollowing(transaction, actor, runId, "candidates");
    const said = await saidScopeOf(actor);
    const run = await findRun(actor, runId, transaction);
    const others = transaction
      .selectFrom("run")
      .where("conversation_id", "=", run.conversation.id)
      .where("id", "<>", runId);
    const newest = others
      .select(["id", "started_at as sort_key"])
      .orderBy("started_at", "desc")
      .orderBy("id")
      .limit(COMPARE_CANDIDATES_MAX);
    const rows = await selectRunRows(transaction, sql`${newest}`)
      .orderBy("places.sort_key", "desc")
      .orderBy("run.id")
      .execute();
    const { count } = await others
      .select(({ fn }) => fn.countAll<string>().as("count"))
      .executeTakeFirstOrThrow();
    return { run, others: rows.map((row) => toInspectedRun(row, said)), count: Number(count) };
  });
}
