/** Makes a case of an answer that its person contests, with its row of the trail. */
import "server-only";
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Actor } from "../../access/actor.ts";
import { assertCan } from "../../access/assert-can.ts";
import { toHex } from "../../audit/bytes.ts";
import { commitTo } from "../../audit/canonical.ts";
import type { ContestedFor, PublicContest } from "../../contracts/public/review/contest.ts";
import { AppError } from "../../errors/app-error.ts";
import { recordAudit } from "../audit/record-audit.ts";
import { type DatabaseTransaction, kysely } from "../client.ts";
import { withAudit } from "../inspector/with-audit.ts";
import { CONTESTED_SEVERITY, CONTESTED_URGENCY } from "../limits.ts";
import { storableText } from "../storable-json.ts";
import { makeCase } from "./make-case.ts";
import { isSettled, REASONS_OF_PERSON, readContests } from "./read-contests.ts";
import { listRunsOfAnswer, lockAnswer, type OwnAnswer, partsFrom } from "./whole-answer.ts";

type Contest = { answerMessageId: string; what: ContestedFor; words: string };

/**
 * Once: an answer that was contested before stays as it was. One that was found wrong stays so, and nobody judges it again.
 * @throws AppError `not-found` for what is no ended answer of this actor's, `audit-unavailable`
 */
export async function contestAnswer(actor: Actor, contest: Contest): Promise<PublicContest> {
  assertCan(actor, "chat:use");
  const { answerMessageId } = contest;
  return kysely()
    .transaction()
    .execute(async (transaction) => {
      const answer = await findAnswer(transaction, actor, answerMessageId);
      const [known] = await readContests(actor, { runId: answer.run_id }, transaction);
      if (known && known.contest.what !== null) return known.contest;
      const reopens = known?.contest.verdict?.upheld !== true;
      await addContest(transaction, actor, answer, { ...contest, reopens });
      const [made] = await readContests(actor, { runId: answer.run_id }, transaction);
      if (!made) throw new AppError("not-found");
      return made.contest;
    });
}

/** Locks it, as `lockAnswer` does. Of a continued answer it finds the run that the person has contested or rated, if any. */
export async function findAnswer(
  transaction: DatabaseTransaction,
  actor: Actor,
  answerMessageId: string,
): Promise<OwnAnswer> {
  const answer = await lockAnswer(transaction, actor, answerMessageId);
  const runIds = await listRunsOfAnswer(transaction, answer.run_id);
  const known = await transaction
    .selectFrom("review_reason")
    .select("run_id")
    .where("run_id", "in", runIds)
    .where("kind", "in", REASONS_OF_PERSON)
    .orderBy("at")
    .limit(1)
    .executeTakeFirst();
  return { ...answer, run_id: known?.run_id ?? answer.run_id };
}

async function addContest(
  transaction: DatabaseTransaction,
  actor: Actor,
  { run_id: runId, conversation_id: conversationId }: OwnAnswer,
  contest: Contest & { reopens: boolean },
): Promise<void> {
  const words = storableText(contest.words);
  const salt = randomUUID();
  const reference = await makeCase(transaction, {
    runId,
    conversationId,
    urgency: CONTESTED_URGENCY,
    severity: CONTESTED_SEVERITY,
    asks: 1,
    reopens: contest.reopens,
  });
  await transaction
    .insertInto("review_reason")
    .values({ run_id: runId, kind: "contested", figure: contest.what, words, salt })
    .execute();
  await withAudit(() =>
    recordAudit(transaction, {
      actorId: actor.userId,
      action: "answer.contested",
      target: `run:${runId}`,
      outcome: "allowed",
      subjectId: actor.userId,
      runId,
      detail: { reference, what: contest.what, words: toHex(commitTo(words, salt)) },
    }),
  );
}

/** Whether the actor has a verdict that they have not read. */
export async function hasVerdictNews(actor: Actor): Promise<boolean> {
  assertCan(actor, "chat:use");
  const news = await kysely()
    .selectFrom("review_case")
    .innerJoin("conversation", "conversation.id", "review_case.conversation_id")
    .innerJoin("review_reason", "review_reason.run_id", "review_case.run_id")
    .select("review_case.run_id")
    .where("review_case.state", "=", "judged")
    .where(isSettled)
    .where("review_reason.kind", "in", REASONS_OF_PERSON)
    .where("conversation.user_id", "=", actor.userId)
    .where("conversation.deleted_at", "is", null)
    .where("conversation.expires_at", "is", null)
    .limit(1)
    .executeTakeFirst();
  return news !== undefined;
}

/** The person has these verdicts before them. Without a message: all of theirs. */
export async function markVerdictsRead(actor: Actor, answerMessageId?: string): Promise<void> {
  assertCan(actor, "chat:use");
  await kysely()
    .updateTable("review_case")
    .set({ state: "closed" })
    .where("state", "=", "judged")
    .where(isSettled)
    .where(({ exists, selectFrom, ref }) =>
      exists(
        selectFrom("run")
          .innerJoin("conversation", "conversation.id", "run.conversation_id")
          .select(sql`1`.as("one"))
          .where("run.id", "=", ref("review_case.run_id"))
          .where("conversation.user_id", "=", actor.userId)
          .$if(answerMessageId !== undefined, (own) =>
            own.where(
              sql<boolean>`${answerMessageId}::uuid IN (SELECT id FROM ${partsFrom(sql.ref("run.answer_message_id"))} AS part)`,
            ),
          ),
      ),
    )
    .execute();
}
