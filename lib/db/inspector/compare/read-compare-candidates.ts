import "server-only";
/** The other runs of a run's conversation: nothing hidden. */
import type { Actor } from "../../../access/actor.ts";
import type { CompareCandidates } from "../../../contracts/inspector/compare/run-comparison.ts";
import { db } from "../../client.ts";
import { Prisma } from "../../generated/client.ts";
import { findRun } from "../find-run.ts";
import { type RunRow, selectRunRows, toInspectedRun } from "../runs/run-rows.ts";

const OTHERS_MAX = 50;

/** Newest first. @throws AppError `forbidden` without `run:list`, `not-found` */
export async function readCompareCandidates(
  actor: Actor,
  runId: string,
): Promise<CompareCandidates> {
  const run = await findRun(actor, runId);
  const where = Prisma.sql`conversation_id = ${run.conversation.id}::uuid AND id <> ${runId}::uuid`;
  const newest = Prisma.sql`(SELECT id, started_at AS sort_key FROM run WHERE ${where}
    ORDER BY started_at DESC, id LIMIT ${OTHERS_MAX})`;
  const rows = await db().$queryRaw<RunRow[]>(
    Prisma.sql`${selectRunRows(newest)} ORDER BY places.sort_key DESC, run.id`,
  );
  const conversationId = run.conversation.id;
  const count = await db().run.count({ where: { conversationId, NOT: { id: runId } } });
  return { run, others: rows.map(toInspectedRun), count };
}
