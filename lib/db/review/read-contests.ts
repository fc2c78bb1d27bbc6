/** What people read of the answers that they contested: never a note, never who judged. */
import "server-only";
import { type Kysely, sql } from "kysely";
import type { Actor } from "../../access/actor.ts";
import { assertCan } from "../../access/assert-can.ts";
import { ADJUDICATOR } from "../../contracts/inspector/review/decide-case.ts";
import { UNDO_MS } from "../../contracts/limits.ts";
import { ContestedFor, type PublicContest } from "../../contracts/public/review/contest.ts";
import { type Database, kysely } from "../client.ts";
import { CONTESTS_LISTED_MAX } from "../limits.ts";
import { fromNow } from "../typed-sql.ts";

type Which = { runId: string } | { conversationId: string } | "all";

export type ContestedAnswer = {
  contest: PublicContest;
  /** The person's own. */
  words: string;
  answerMessageId: string;
  conversation: { id: string; title: string };
};

/**
 * Of the row `review_case`: none of its verdicts can be undone any more. Until then its person is told nothing of the newest one.
 */
export const isSettled = sql<boolean>`NOT EXISTS (SELECT FROM review_verdict
  WHERE review_verdict.run_id = review_case.run_id AND review_verdict.at > ${fromNow(-UNDO_MS)})`;

/**
 * The verdict that counts: of who decided between two judges, else of the first one. Null while one of them is missing, where they
 * differ, and while it can be undone; then an earlier one of the same judge stands.
 */
const SHOWN_VERDICT = sql<{
  upheld: boolean;
  told: string;
  at: string;
  corrected: boolean;
} | null>`(
  SELECT jsonb_build_object('upheld', shown.upheld, 'told', shown.told, 'at', shown.at, 'corrected', EXISTS (
    SELECT FROM review_verdict AS former WHERE former.run_id = shown.run_id AND former.seat = shown.seat
      AND former.judged_by IS NOT DISTINCT FROM shown.judged_by AND former.nth < shown.nth))
  FROM review_verdict AS shown
  WHERE shown.run_id = review_case.run_id AND shown.at <= ${fromNow(-UNDO_MS)} AND review_case.state <> 'open'
    AND (shown.seat = ${ADJUDICATOR} OR review_case.asks <= (SELECT count(DISTINCT other.seat) FROM review_verdict AS other
      WHERE other.run_id = shown.run_id AND other.at <= ${fromNow(-UNDO_MS)}))
  ORDER BY shown.seat = ${ADJUDICATOR} DESC, shown.seat, shown.nth DESC LIMIT 1)`;

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
      SHOWN_VERDICT.as("verdict"),
      isSettled.as("is_settled"),
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
        corrected: row.verdict.corrected,
      },
      isNews: row.state === "judged" && row.is_settled,
    },
    words: row.words,
    answerMessageId: row.answer_message_id,
    conversation: { id: row.id, title: row.title },
  }));
}
