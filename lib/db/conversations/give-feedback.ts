/** Keeps, changes or withdraws what a person thinks of an answer, with its row of the trail. */
import "server-only";
import { randomUUID } from "node:crypto";
import type { Actor } from "../../access/actor.ts";
import { assertCan } from "../../access/assert-can.ts";
import { toHex } from "../../audit/bytes.ts";
import { commitTo } from "../../audit/canonical.ts";
import type { GiveFeedback } from "../../contracts/public/person/answer-feedback.ts";
import { nextNumber } from "../audit/covered/numbered-rows.ts";
import { recordAudit } from "../audit/record-audit.ts";
import { kysely } from "../client.ts";
import { withAudit } from "../inspector/with-audit.ts";
import { lockAnswer } from "../review/whole-answer.ts";
import { storableText } from "../storable-json.ts";

/**
 * The last word counts: there is one row for each answer. The same said again is not recorded.
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
      const answer = await lockAnswer(transaction, actor, answerMessageId);
      const earlier = await transaction
        .selectFrom("feedback")
        .select(["verdict", "words"])
        .where("answer_message_id", "=", answerMessageId)
        .executeTakeFirst();
      if (
        (earlier?.verdict ?? null) === (feedback?.verdict ?? null) &&
        (earlier?.words ?? "") === words
      )
        return;
      const place = { answer_message_id: answerMessageId, conversation_id: answer.conversation_id };
      const salt = words === "" ? null : randomUUID();
      const said = { verdict: feedback?.verdict ?? "", words, salt, updated_at: new Date() };
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
      const target = `run:${answer.run_id}`;
      const detail = {
        verdict: feedback?.verdict ?? null,
        hasWords: words !== "",
        ...(salt !== null && { words: toHex(commitTo(words, salt)) }),
      };
      await withAudit(async () =>
        recordAudit(transaction, {
          actorId: actor.userId,
          action: "feedback.given",
          outcome: "allowed",
          detail: { ...detail, nth: await nextNumber(transaction, target, ["feedback.given"]) },
          target,
          runId: answer.run_id,
          subjectId: actor.userId,
        }),
      );
    });
}
