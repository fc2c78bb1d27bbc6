/** The words beside figures, for a file: those of verdicts, and what was said in the runs that they are about. */
import "server-only";
import type { Actor } from "../../../access/actor.ts";
import { assertCan } from "../../../access/assert-can.ts";
import { kysely } from "../../client.ts";
import { isSaidTo, type SaidScope } from "../../inspector/opening/reviews.ts";

export type VerdictWords = {
  runId: string;
  nth: number;
  told: string;
  note: string;
  /** All of them, also what was written. */
  answers: unknown;
};

/**
 * Of verdicts that the actor gave, and of runs whose payloads are open to them. Never of runs of their own: a note is hidden
 * from the person.
 * @throws AppError `forbidden` without `review:judge`
 */
export async function readVerdictWords(
  actor: Actor,
  runIds: readonly string[],
  opened: SaidScope,
): Promise<VerdictWords[]> {
  assertCan(actor, "review:judge");
  if (runIds.length === 0) return [];
  const rows = await kysely()
    .selectFrom("review_verdict")
    .innerJoin("run", "run.id", "review_verdict.run_id")
    .select(["review_verdict.run_id as runId", "nth", "told", "note", "answers"])
    .select("judged_by")
    .where("review_verdict.run_id", "in", runIds)
    .where("run.user_id", "<>", actor.userId)
    .execute();
  return rows
    .filter(({ runId, judged_by: judge }) => judge === actor.userId || isSaidTo(opened, [runId]))
    .map(({ runId, nth, told, note, answers }) => ({ runId, nth, told, note, answers }));
}

export type SaidInRun = { runId: string; question: string; answer: string };

/** Question and answer of the runs that the actor may read. @throws AppError `forbidden` without `review:judge` */
export async function readSaidInRuns(
  actor: Actor,
  runIds: readonly string[],
  said: SaidScope,
): Promise<SaidInRun[]> {
  assertCan(actor, "review:judge");
  const open = runIds.filter((runId) => isSaidTo(said, [runId]));
  if (open.length === 0) return [];
  return kysely()
    .selectFrom("run")
    .innerJoin("conversation", "conversation.id", "run.conversation_id")
    .innerJoin("message as asked", "asked.id", "run.user_message_id")
    .innerJoin("message as given", "given.id", "run.answer_message_id")
    .select(["run.id as runId", "asked.content as question", "given.content as answer"])
    .where("run.id", "in", open)
    .where("conversation.deleted_at", "is", null)
    .execute();
}
