import "server-only";
/** The other runs of a run's conversation, without hidden data. */
import { sql } from "kysely";
import type { Actor } from "../../../access/actor.ts";
import type { CompareCandidates } from "../../../contracts/inspector/compare/run-comparison.ts";
import { db, kysely } from "../../client.ts";
import { COMPARE_CANDIDATES_MAX } from "../../limits.ts";
import { findRun } from "../find-run.ts";
import { selectRunRows, toInspectedRun } from "../runs/run-rows.ts";

/** Newest first. @throws AppError `forbidden` without `run:list`, `not-found` */
export async function readCompareCandidates(
  actor: Actor,
  runId: string,
): Promise<CompareCandidates> {
  const run = await findRun(actor, runId);
  const newest = kysely()
    .selectFrom("run")
    .select(["id", "started_at as sort_key"])
    .where("conversation_id", "=", run.conversation.id)
    .where("id", "<>", runId)
    .orderBy("started_at", "desc")
    .orderBy("id")
    .limit(COMPARE_CANDIDATES_MAX);
  const rows = await selectRunRows(kysely(), sql`${newest}`)
    .orderBy("places.sort_key", "desc")
    .orderBy("run.id")
    .execute();
  const conversationId = run.conversation.id;
  const count = await db().run.count({ where: { conversationId, NOT: { id: runId } } });
  return { run, others: rows.map(toInspectedRun), count };
}
