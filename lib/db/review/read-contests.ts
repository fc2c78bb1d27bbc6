/** What people read of the answers that they contested or rated down: never a note, never who judged, never another reason. */
import "server-only";
import { type Kysely, sql } from "kysely";
import { jsonArrayFrom } from "kysely/helpers/postgres";
import type { Actor } from "../../access/actor.ts";
import { assertCan } from "../../access/assert-can.ts";
import { ADJUDICATOR } from "../../contracts/inspector/review/decide-case.ts";
import { UNDO_MS } from "../../contracts/limits.ts";
import { ContestedFor, type PublicContest } from "../../contracts/public/review/contest.ts";
import { type Database, kysely } from "../client.ts";
import { CONTESTS_LISTED_MAX } from "../limits.ts";
import { fromNow } from "../typed-sql.ts";
import { partsFrom } from "./whole-answer.ts";

type Which = { runId: string } | { conversationId: string } | "all";

export type ContestedAnswer = {
  contest: PublicContest;
  /** The person's own. */
  words: string;
  /** Theirs, too; null: they did not appeal. */
  appeal: string | null;
  answerMessageId: string;
  conversation: { id: string; title: string };
};

/** Of all reasons for which a run is a case, those that its person gave. */
export const REASONS_OF_PERSON = ["contested", "appealed", "thumbs-down"] as const;

/**
 * Of the row `review_case`: none of its verdicts can be undone any more. Until then its person is told nothing of the newest one.
 */
export const isSettled = sql<boolean>`NOT EXISTS (SELECT FROM review_verdict
  WHERE review_verdict.run_id = review_case.run_id AND review_verdict.at > ${fromNow(-UNDO_MS)})`;

const IS_BEFORE_APPEAL = sql<boolean>`EXISTS (SELECT FROM review_reason
  WHERE review_reason.run_id = shown.run_id AND review_reason.kind = 'appealed' AND shown.at <= review_reason.at)`;

/** Nobody has decided besides, not even with a verdict that can be undone. */
const IS_DECIDED_BY_FIRST = sql<boolean>`NOT EXISTS (SELECT FROM review_verdict AS third
  WHERE third.run_id = shown.run_id AND third.seat = ${ADJUDICATOR})`;

/**
 * The verdict that counts: of who decided between two judges, else of the first one. Null while a judge is missing or two differ.
 * While it can be undone, an earlier one of the same judge stands; after an appeal, the one before it until there is another.
 */
export const SHOWN_VERDICT = sql<{
  nth: number;
  upheld: boolean;
  told: string;
  at: string;
  corrected: boolean;
  /** The trail states it already. */
  isStated: boolean;
} | null>`(
  SELECT jsonb_build_object('nth', shown.nth, 'upheld', shown.upheld, 'told', shown.told, 'at', shown.at,
    'isStated', shown.stated_at IS NOT NULL, 'corrected', EXISTS (
    SELECT FROM review_verdict AS former WHERE former.run_id = shown.run_id AND former.seat = shown.seat
      AND former.judged_by IS NOT DISTINCT FROM shown.judged_by AND former.nth < shown.nth))
  FROM review_verdict AS shown
  WHERE shown.run_id = review_case.run_id AND shown.at <= ${fromNow(-UNDO_MS)} AND (${IS_BEFORE_APPEAL} OR review_case.state <> 'open')
    AND (shown.seat = ${ADJUDICATOR} OR ${IS_BEFORE_APPEAL} OR (${IS_DECIDED_BY_FIRST} AND review_case.asks <= (
      SELECT count(DISTINCT other.seat) FROM review_verdict AS other
      WHERE other.run_id = shown.run_id AND other.at <= ${fromNow(-UNDO_MS)})))
  ORDER BY shown.seat = ${ADJUDICATOR} DESC, shown.seat, shown.nth DESC LIMIT 1)`;

/** Each with every message that its answer stands in. */
function selectContests(executor: Kysely<Database>) {
  return executor
    .selectFrom("review_case")
    .innerJoin("run", "run.id", "review_case.run_id")
    .innerJoinLateral(
      ({ ref }) => partsFrom(ref("run.answer_message_id")).as("part"),
      (join) => join.onTrue(),
    )
    .innerJoin("conversation", "conversation.id", "review_case.conversation_id")
    .select(["review_case.reference", "review_case.state", "review_case.run_id"])
    .select(["part.id as answer_message_id", "conversation.id", "conversation.title"])
    .select("part.created_at as answered_at")
    .select(({ exists, selectFrom, ref }) => [
      exists(
        selectFrom("review_seat")
          .select(sql`1`.as("one"))
          .where("review_seat.run_id", "=", ref("review_case.run_id"))
          .where("review_seat.until", ">", sql<Date>`now()`),
      ).as("is_taken"),
      exists(
        selectFrom("forgotten_run")
          .select(sql`1`.as("one"))
          .where("forgotten_run.run_id", "=", ref("review_case.run_id")),
      ).as("has_left_memory"),
      jsonArrayFrom(
        selectFrom("review_reason")
          .select(["review_reason.kind", "review_reason.figure", "review_reason.at"])
          .select("review_reason.words")
          .where("review_reason.run_id", "=", ref("review_case.run_id"))
          .where("review_reason.kind", "in", REASONS_OF_PERSON),
      ).as("reasons"),
      SHOWN_VERDICT.as("verdict"),
      isSettled.as("is_settled"),
    ])
    .where(({ exists, selectFrom, ref }) =>
      exists(
        selectFrom("review_reason")
          .select(sql`1`.as("one"))
          .where("review_reason.run_id", "=", ref("review_case.run_id"))
          .where("review_reason.kind", "in", REASONS_OF_PERSON),
      ),
    )
    .where("conversation.deleted_at", "is", null);
}

type Row = Awaited<ReturnType<ReturnType<typeof selectContests>["execute"]>>[number];

/** The newest first; of `all`, none of a temporary chat, which is in no list. */
export async function readContests(
  actor: Actor,
  which: Which,
  executor: Kysely<Database> = kysely(),
): Promise<ContestedAnswer[]> {
  assertCan(actor, "chat:use");
  const rows = await selectContests(executor)
    .where("conversation.user_id", "=", actor.userId)
    .where("part.continued_at", "is", null)
    .$if(true, (found) =>
      typeof which === "string"
        ? found.where("conversation.expires_at", "is", null)
        : "runId" in which
          ? found.where("review_case.run_id", "=", which.runId)
          : found.where("review_case.conversation_id", "=", which.conversationId),
    )
    .orderBy("review_case.since", "desc")
    .orderBy("review_case.run_id", "desc")
    .limit(CONTESTS_LISTED_MAX)
    .execute();
  return rows.map((row) => ({
    contest: toContest(row),
    words: row.reasons.find(({ kind }) => kind === "contested")?.words ?? "",
    appeal: row.reasons.find(({ kind }) => kind === "appealed")?.words ?? null,
    answerMessageId: row.answer_message_id,
    conversation: { id: row.id, title: row.title },
  }));
}

function toContest(row: Row): PublicContest {
  const [contested, appealed, rated] = REASONS_OF_PERSON.map((kind) =>
    row.reasons.find((reason) => reason.kind === kind),
  );
  const { verdict } = row;
  return {
    reference: row.reference,
    what: contested ? ContestedFor.parse(contested.figure) : null,
    at: timeOf(contested ?? rated ?? { at: row.answered_at }),
    state: isJudged(row) ? "judged" : row.is_taken ? "taken" : "waiting",
    verdict: verdict && {
      upheld: verdict.upheld,
      words: verdict.told,
      at: timeOf(verdict),
      corrected: verdict.corrected,
    },
    appealedAt: appealed ? timeOf(appealed) : null,
    mayAppeal: mayAppeal(row),
    hasLeftMemory: Boolean(row.has_left_memory),
    isNews: row.state === "judged" && row.is_settled,
  };
}

const timeOf = ({ at }: { at: Date | string }) => new Date(at).toISOString();

/** Whether the verdict that is shown is the last word, and not the one before an appeal. */
function isJudged({ state, verdict, reasons }: Row): boolean {
  const appealed = reasons.find(({ kind }) => kind === "appealed");
  return state !== "open" && verdict !== null && !(appealed && timeOf(verdict) <= timeOf(appealed));
}

/** Once, where somebody judged what the person contested and did not find it wrong. */
function mayAppeal(row: Row): boolean {
  const has = (kind: string) => row.reasons.some((reason) => reason.kind === kind);
  const isAgainst = isJudged(row) && row.is_settled && row.verdict?.upheld === false;
  return isAgainst && has("contested") && !has("appealed");
}

export type FoundWrong = { answerMessageId: string; answeredAt: string; at: string };

/** Answers that were found wrong, for anybody who may read them anyway: only those that their person contested or rated down. */
export async function findWrongAnswers(
  which: { conversationId: string } | { answerMessageIds: readonly string[] },
): Promise<FoundWrong[]> {
  const rows = await selectContests(kysely())
    .$if("conversationId" in which, (found) =>
      "conversationId" in which
        ? found.where("review_case.conversation_id", "=", which.conversationId)
        : found,
    )
    .$if("answerMessageIds" in which, (found) =>
      "answerMessageIds" in which
        ? found
            .where("part.id", "in", [...which.answerMessageIds])
            .where("review_case.conversation_id", "in", ({ selectFrom }) =>
              selectFrom("message")
                .select("message.conversation_id")
                .where("message.id", "in", [...which.answerMessageIds]),
            )
        : found,
    )
    .execute();
  return rows.flatMap((row) => {
    const { verdict } = row;
    if (!verdict?.upheld) return [];
    const answeredAt = row.answered_at.toISOString();
    return { answerMessageId: row.answer_message_id, answeredAt, at: timeOf(verdict) };
  });
}
