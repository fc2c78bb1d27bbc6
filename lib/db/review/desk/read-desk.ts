/** The comments on a case, whose it is, and until when it is put aside: for a reviewer who has it, or judged it. */
import "server-only";
import type { Actor } from "../../../access/actor.ts";
import { assertCan, can } from "../../../access/assert-can.ts";
import type { CaseDesk, Named } from "../../../contracts/inspector/review/case-desk.ts";
import { kysely } from "../../client.ts";
import { readTakenRuns } from "../../inspector/opening/taken-cases.ts";
import { CASE_COMMENTS_MAX, REVIEWERS_LISTED_MAX } from "../../limits.ts";
import { ASSIGNED_TO, IS_REVIEWER } from "./is-reviewer.ts";
import { maySeeOthers, readPlaceAt } from "./place-at-case.ts";

/** @throws AppError `forbidden` without `review:judge`, `not-found` for a reviewer who neither has the case nor judged it */
export async function readDesk(
  actor: Actor,
  runId: string,
): Promise<Omit<CaseDesk, "selfReports">> {
  assertCan(actor, "review:judge");
  const showsOthers = maySeeOthers(await readPlaceAt(actor, runId));
  const [comments, found, reviewers] = await Promise.all([
    readComments(actor, runId, showsOthers),
    kysely()
      .selectFrom("review_case")
      .leftJoin("user", (join) => join.on("user.id", "=", ASSIGNED_TO))
      .select(["user.id", "user.name", "review_case.put_aside_until"])
      .where("review_case.run_id", "=", runId)
      .executeTakeFirstOrThrow(),
    listReviewersFor(actor),
  ]);
  const { id, name, put_aside_until: aside } = found;
  return {
    comments,
    showsOthers,
    assignedTo: id === null || name === null ? null : { id, name },
    putAsideUntil: aside?.toISOString() ?? null,
    reviewers,
  };
}

async function readComments({ userId }: Actor, runId: string, showsOthers: boolean) {
  const rows = await kysely()
    .selectFrom("review_comment")
    .leftJoin("user", "user.id", "review_comment.user_id")
    .select(["review_comment.id", "review_comment.user_id", "review_comment.words"])
    .select(["review_comment.at", "user.name"])
    .where("review_comment.run_id", "=", runId)
    .$if(!showsOthers, (own) => own.where("review_comment.user_id", "=", userId))
    .orderBy("review_comment.at")
    .orderBy("review_comment.id")
    .limit(CASE_COMMENTS_MAX)
    .execute();
  return rows.map(({ id, user_id: by, name, words, at }) => ({
    id,
    by: name,
    isOwn: by === userId,
    words,
    at: at.toISOString(),
  }));
}

/**
 * The words of a case's answer, where its run called no tool. Null where it did, and for a reviewer who does not have the case.
 * @throws AppError as `readDesk`
 */
export async function readUncalledAnswer(actor: Actor, runId: string): Promise<string | null> {
  assertCan(actor, "review:judge");
  await readPlaceAt(actor, runId);
  if (!(await readTakenRuns(actor)).includes(runId)) return null;
  const found = await kysely()
    .selectFrom("run")
    .innerJoin("message", "message.id", "run.answer_message_id")
    .select("message.content")
    .where("run.id", "=", runId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("log_event")
            .select("log_event.seq")
            .where("log_event.run_id", "=", runId)
            .where("log_event.type", "=", "tool.called"),
        ),
      ),
    )
    .executeTakeFirst();
  return found?.content ?? null;
}

/** Reviewers to choose from, for whoever assigns. */
export async function listReviewersFor(actor: Actor): Promise<Named[]> {
  assertCan(actor, "review:judge");
  if (!can(actor, "review:manage")) return [];
  return kysely()
    .selectFrom("user")
    .select(["id", "name"])
    .where(IS_REVIEWER)
    .orderBy("name")
    .orderBy("id")
    .limit(REVIEWERS_LISTED_MAX)
    .execute();
}
