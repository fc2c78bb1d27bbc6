/** What people read of the answers that they contested: never a note, never who judged. */
import "server-only";
import { type Kysely, sql } from "kysely";
import { jsonObjectFrom } from "kysely/helpers/postgres";
import type { Actor } from "../../access/actor.ts";
import { assertCan } from "../../access/assert-can.ts";
import { ContestedFor, type PublicContest } from "../../contracts/public/review/contest.ts";
import { type Database, kysely } from "../client.ts";
import { CONTESTS_LISTED_MAX } from "../limits.ts";

type Which = { runId: string } | { conversationId: string } | "all";

export type ContestedAnswer = {
  contest: PublicContest;
  /** The person's own. */
  words: string;
  answerMessageId: string;
  conversation: { id: string; title: string };
};

/** The newest first. */
export async function readContests(
  actor: Actor,
  which: Which,
  executor: Kysely<Database> = kysely(),
): Promise<ContestedAnswer[]> {
  assertCan(actor, "chat:use");
  const rows = await executor
    .selectFrom("review_reason")
    .innerJoin("review_case", "review_case.run_id", "review_reason.run_id")
    .innerJoin("run", "run.id", "review_case.run_id")
    .innerJoin("conversation", "conversation.id", "review_case.conversation_id")
    .select([
      "review_reason.words",
      "review_reason.figure",
      "review_reason.at",
      "review_case.reference",
    ])
    .select(["review_case.state", "run.answer_message_id", "conversation.id", "conversation.title"])
    .select(({ exists, selectFrom, ref }) => [
      exists(
        selectFrom("review_seat")
          .select(sql`1`.as("one"))
          .where("review_seat.run_id", "=", ref("review_case.run_id"))
          .where("review_seat.until", ">", sql<Date>`now()`),
      ).as("is_taken"),
      jsonObjectFrom(
        selectFrom("review_verdict")
          .select(["review_verdict.upheld", "review_verdict.told", "review_verdict.at"])
          .where("review_verdict.run_id", "=", ref("review_case.run_id"))
          // The case of a rule may have been judged before its person said anything.
          .where("review_verdict.at", ">=", ref("review_reason.at"))
          .orderBy("review_verdict.nth", "desc")
          .limit(1),
      ).as("verdict"),
    ])
    .where("review_reason.kind", "=", "contested")
    .where("conversation.user_id", "=", actor.userId)
    .where("conversation.deleted_at", "is", null)
    .$if(which !== "all", (found) =>
      typeof which === "string"
        ? found
        : "runId" in which
          ? found.where("review_case.run_id", "=", which.runId)
          : found.where("review_case.conversation_id", "=", which.conversationId),
    )
    .orderBy("review_reason.at", "desc")
    .limit(CONTESTS_LISTED_MAX)
    .execute();
  return rows.map((row) => ({
    contest: {
      reference: row.reference,
      what: ContestedFor.parse(row.figure),
      at: row.at.toISOString(),
      state: row.verdict ? "judged" : row.is_taken ? "taken" : "waiting",
      verdict: row.verdict && {
        upheld: row.verdict.upheld,
        words: row.verdict.told,
        at: new Date(row.verdict.at).toISOString(),
      },
      isNews: row.state === "judged",
    },
    words: row.words,
    answerMessageId: row.answer_message_id,
    conversation: { id: row.id, title: row.title },
  }));
}
