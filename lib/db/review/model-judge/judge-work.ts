/** The cases that the model judge reads next, its scores, and what they cost. The caller authorises. */
import "server-only";
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { toHex } from "../../../audit/bytes.ts";
import { commitTo } from "../../../audit/canonical.ts";
import { JUDGE_ID, type ScoreOutcome } from "../../../contracts/inspector/review/model-judge.ts";
import { type Pasted, readPasted } from "../../../contracts/public/person/pasted-parts.ts";
import type { PromptManifest } from "../../../contracts/run/prompt-manifest.ts";
import { commitToScore } from "../../audit/covered/reviews/find-edited-judges.ts";
import { recordAudit } from "../../audit/record-audit.ts";
import { type DatabaseTransaction, kysely } from "../../client.ts";
import { isBefore } from "../../inspector/branch-of.ts";
import { TODAY } from "../../limits/run-limits.ts";
import {
  JUDGE_LEAD_MS,
  JUDGE_WRONG_ABOVE,
  JUDGED_ANEW_MAX_DAYS,
  MODEL_NAME_MAX_CHARS,
} from "../../limits.ts";
import { toSpendingRow, writeSpending } from "../../runs/finish/write-spending.ts";
import { storableJson, storableText } from "../../storable-json.ts";
import { text } from "../../typed-sql.ts";

/**
 * Runs without a score of this version: open cases as reviewers get them, then those that people have judged, by which it is
 * measured. Temporary chats are read by nobody, and exchanges that have left memory by no model.
 */
export async function findJudgeWork(version: number, count: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT review_case.run_id AS id FROM review_case
    JOIN conversation ON conversation.id = review_case.conversation_id
    WHERE conversation.deleted_at IS NULL AND conversation.expires_at IS NULL
      AND (review_case.state = 'open' OR review_case.since > now() - make_interval(days => ${JUDGED_ANEW_MAX_DAYS}))
      AND NOT EXISTS (
        SELECT FROM review_score WHERE review_score.run_id = review_case.run_id AND review_score.version = ${version})
      AND NOT EXISTS (SELECT FROM forgotten_run WHERE forgotten_run.run_id = review_case.run_id)
    ORDER BY review_case.state = 'open' DESC, review_case.urgency DESC, review_case.sorted_at, review_case.run_id
    LIMIT ${count}`.execute(kysely());
  return rows.map(({ id }) => id);
}

export type JudgedMessage = {
  messageId: string;
  role: "user" | "assistant";
  text: string;
  /** Which stretches of a question were pasted. */
  pasted: Pasted;
};

/**
 * What a reviewer with a seat reads: what was said up to the run's answer, on its branch, but for earlier exchanges that have left
 * memory. The oldest first.
 */
export async function readJudgedMessages(runId: string): Promise<JudgedMessage[]> {
  const rows = await kysely()
    .selectFrom("message")
    .innerJoin("run", "run.conversation_id", "message.conversation_id")
    .select(["message.id", "message.parent_id", "message.role", "message.content"])
    .select(["message.pasted", "run.answer_message_id", hasLeftMemory().as("has_left")])
    .where("run.id", "=", runId)
    .where(({ ref }) => isBefore(ref("message.id"), sql<string>`${runId}::uuid`))
    .execute();
  // A question and its answer have one time, so the branch gives the order.
  const byId = new Map(rows.map((row) => [row.id, row]));
  const left = new Set(
    rows.filter((row) => row.has_left).flatMap((row) => [row.id, row.parent_id]),
  );
  const messages: JudgedMessage[] = [];
  let next = byId.get(rows[0]?.answer_message_id ?? "");
  while (next) {
    const { id, parent_id: parentId, role, content, pasted } = next;
    if (!left.has(id))
      messages.push({
        messageId: id,
        role: role === "user" ? "user" : "assistant",
        text: content,
        pasted: readPasted(content, pasted),
      });
    next = byId.get(parentId ?? "");
  }
  return messages.toReversed();
}

/** Whether the message is the answer of another run than the judged one, `run`, whose exchange has left memory. */
const hasLeftMemory = () =>
  sql<boolean>`EXISTS (SELECT FROM forgotten_run JOIN run AS other ON other.id = forgotten_run.run_id
    WHERE other.answer_message_id = message.id AND other.id <> run.id)`;

/** A call of the judge, whatever came of it. */
export type JudgeCall = {
  /** What the answer had to name. */
  code: string;
  manifest: PromptManifest;
  model: string;
  inputTokens: number;
  outputTokens: number;
  isEstimated: boolean;
  /** In PRICE_CURRENCY; null where it is not known. */
  cost: number | null;
  durationMs: number;
};

export type NewScore = {
  runId: string;
  version: number;
  outcome: ScoreOutcome;
  score: number | null;
  reason: string;
};

/**
 * With its row of the trail. Nothing is stored of a case that was scored meanwhile, or by a version that has ended.
 * @returns whether it was stored
 */
export async function recordScore(score: NewScore, calls: readonly JudgeCall[]): Promise<boolean> {
  const { runId, version, outcome, score: percent } = score;
  const reason = storableText(score.reason);
  const salt = randomUUID();
  return kysely()
    .transaction()
    .execute(async (transaction) => {
      const judge = await transaction
        .selectFrom("review_judge")
        .select("version")
        .where("version", "=", version)
        .where("ended_at", "is", null)
        .forShare()
        .executeTakeFirst();
      if (!judge) return false;
      const stored = await transaction
        .insertInto("review_score")
        .values({
          run_id: runId,
          version,
          outcome,
          score: percent,
          reason,
          salt,
          calls: storableJson(calls),
        })
        .onConflict((conflict) => conflict.doNothing())
        .returning(commitToScore().as("judgement"))
        .executeTakeFirst();
      if (!stored) return false;
      await moveForward(transaction, runId, percent);
      await recordAudit(transaction, {
        actorId: null,
        action: "review.scored",
        target: `run:${runId}`,
        outcome: "allowed",
        runId,
        detail: { version, ...stored, reason: toHex(commitTo(reason, salt)) },
      });
      return true;
    });
}

/**
 * A case counts as older the surer the judge is that the answer is wrong, by at most `JUDGE_LEAD_MS`: among those of equal
 * urgency it comes earlier, and none waits for ever.
 */
async function moveForward(
  transaction: DatabaseTransaction,
  runId: string,
  percent: number | null,
): Promise<void> {
  const share = Math.max(0, (percent ?? 0) - JUDGE_WRONG_ABOVE) / (100 - JUDGE_WRONG_ABOVE);
  await transaction
    .updateTable("review_case")
    .set({
      sorted_at: sql`since - make_interval(secs => ${(share * JUDGE_LEAD_MS) / 1_000}::float8)`,
    })
    .where("run_id", "=", runId)
    .execute();
}

/** Also of a call that brought no score. */
export async function recordJudgeSpending(calls: readonly JudgeCall[]): Promise<void> {
  for (const call of calls) {
    const { inputTokens, outputTokens, cost, isEstimated } = call;
    const spent = toSpendingRow({
      agentId: JUDGE_ID,
      model: storableText(call.model).slice(0, MODEL_NAME_MAX_CHARS),
      calls: 1,
      cost: cost ?? 0,
      estimatedCost: isEstimated ? (cost ?? 0) : 0,
      unpricedCalls: cost === null ? 1 : 0,
      inputTokens,
      outputTokens,
    });
    await kysely()
      .with("ended", (db) =>
        db.selectNoFrom([text(JUDGE_ID).as("user_id"), sql<Date>`now()`.as("started_at")]),
      )
      .with("spent", (db) => writeSpending(db, sql<string>`${storableJson([spent])}`))
      .selectFrom("ended")
      .select("user_id")
      .execute();
  }
}

/** In PRICE_CURRENCY, today (UTC). */
export async function readJudgeSpending(): Promise<number> {
  const { spent } = await kysely()
    .selectFrom("spending")
    .select(sql<number>`coalesce(sum(cost), 0)`.as("spent"))
    .where("user_id", "=", JUDGE_ID)
    .where(sql<boolean>`day = ${TODAY}`)
    .executeTakeFirstOrThrow();
  return spent;
}
