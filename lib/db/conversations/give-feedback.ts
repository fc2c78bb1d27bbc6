/** Keeps, changes or withdraws what a person thinks of an answer, with its row of the trail. */
import "server-only";
import type { Actor } from "../../access/actor.ts";
import { assertCan } from "../../access/assert-can.ts";
import type { GiveFeedback } from "../../contracts/public/person/answer-feedback.ts";
import { AppError } from "../../errors/app-error.ts";
import { recordAuditOnce } from "../audit/record-audit.ts";
import { kysely } from "../client.ts";
import { withAudit } from "../inspector/with-audit.ts";
import { FEEDBACK_AUDIT_MS } from "../limits.ts";
import { storableText } from "../storable-json.ts";

/**
 * The last word counts: there is one row for each answer.
 * @throws AppError `not-found` for what is no ended answer of this actor's, `audit-unavailable`
 */
export async function giveFeedback(
  actor: Actor,
  { answerMessageId, feedback }: GiveFeedback,
): Promise<void> {
  assertCan(actor, "chat:use");
  const words = storableText(feedback?.words ?? "");
  await kysely()
    .transaction()
    .execute(async (transaction) => {
      const answer = await transaction
        .selectFrom("message")
        .innerJoin("conversation", "conversation.id", "message.conversation_id")
        .innerJoin("run", "run.answer_message_id", "message.id")
        .select(["message.conversation_id", "run.id as run_id"])
        .where("message.id", "=", answerMessageId)
        .where("message.role", "=", "assistant")
        .where("message.ending", "is not", null)
        .where("conversation.user_id", "=", actor.userId)
        .where("conversation.deleted_at", "is", null)
        .executeTakeFirst();
      if (!answer) throw new AppError("not-found");
      const place = { answer_message_id: answerMessageId, conversation_id: answer.conversation_id };
      const said = { verdict: feedback?.verdict ?? "", words, updated_at: new Date() };
      if (feedback === null) {
        await transaction
          .deleteFrom("feedback")
          .where("answer_message_id", "=", answerMessageId)
          .execute();
      } else {
        await transaction
          .insertInto("feedback")
          .values({ ...place, ...said })
          .onConflict((row) => row.column("answer_message_id").doUpdateSet(said))
          .execute();
      }
      const detail = { verdict: feedback?.verdict ?? null, hasWords: words !== "" };
      await withAudit(() =>
        recordAuditOnce(
          transaction,
          {
            actorId: actor.userId,
            action: "feedback.given",
            outcome: "allowed",
            detail,
            target: `run:${answer.run_id}`,
            runId: answer.run_id,
            subjectId: actor.userId,
          },
          { withinMs: FEEDBACK_AUDIT_MS, sameBy: "last" },
        ),
      );
    });
}
