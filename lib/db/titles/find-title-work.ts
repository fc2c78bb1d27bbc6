/** What the call for a conversation's title needs: the visible turn of a run that has ended. */
import "server-only";
import { sql } from "kysely";
import { TitleBy } from "../../contracts/public/organise/organise.ts";
import { settings } from "../../env/settings.ts";
import { kysely } from "../client.ts";
import { TITLE_CALLS_MAX } from "../limits.ts";
import { type Given, prepareVariants } from "../prepare-statement.ts";
import { type SpentBefore, spentBefore } from "../turns/run-limits.ts";
import { columnsOf, uuid } from "../typed-sql.ts";

export type TitleWork = {
  runId: string;
  conversationId: string;
  userId: string;
  userMessageId: string;
  answerMessageId: string;
  question: string;
  answer: string;
  spent: SpentBefore;
};

/** With the sums of the periods for which there is a budget. */
const find = prepareVariants(
  "find-title-work",
  (given: Given<{ runId: string }>, budgets: { today: boolean; thisMonth: boolean }) => {
    const spent = spentBefore(columnsOf("run")("user_id"), budgets);
    return (
      kysely()
        .selectFrom("run")
        .innerJoin("conversation", "conversation.id", "run.conversation_id")
        .innerJoin("message as asked", "asked.id", "run.user_message_id")
        .innerJoin("message as answer", "answer.id", "run.answer_message_id")
        .select([
          "run.conversation_id",
          "run.user_id",
          "asked.id as asked_id",
          "asked.content as question",
          "answer.id as answer_id",
          "answer.content as answer",
          spent.today.as("today"),
          spent.thisMonth.as("this_month"),
        ])
        .where("run.id", "=", uuid(given("runId")))
        .where("run.status", "=", sql.lit("complete"))
        .where("answer.superseded_at", "is", null)
        .where("asked.superseded_at", "is", null)
        .where("conversation.title_by", "=", sql.lit(TitleBy.enum["first-line"]))
        .where("conversation.deleted_at", "is", null)
        // A temporary chat is in no list.
        .where("conversation.expires_at", "is", null)
        .where(
          ({ selectFrom }) =>
            selectFrom("title_call")
              .select(({ fn }) => fn.countAll<number>().as("calls"))
              .whereRef("title_call.conversation_id", "=", "conversation.id"),
          "<",
          sql.lit(TITLE_CALLS_MAX),
        )
    );
  },
);

/** @returns null where the answer is not whole, the conversation has a title already, or enough calls have failed */
export async function findTitleWork(runId: string): Promise<TitleWork | null> {
  const { BUDGET_PERSON_DAY: day, BUDGET_PERSON_MONTH: month } = settings();
  const [row] = await find({ today: day !== undefined, thisMonth: month !== undefined })({ runId });
  if (!row) return null;
  return {
    runId,
    conversationId: row.conversation_id,
    userId: row.user_id,
    userMessageId: row.asked_id,
    answerMessageId: row.answer_id,
    question: row.question,
    answer: row.answer,
    spent: { today: row.today, thisMonth: row.this_month },
  };
}
