/** Stores a verdict or a correction of it, with its row of the trail, and decides the case. */
import "server-only";
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Actor } from "../../access/actor.ts";
import { assertCan } from "../../access/assert-can.ts";
import { toHex } from "../../audit/bytes.ts";
import { commitTo } from "../../audit/canonical.ts";
import type { AuditEvent } from "../../contracts/audit/audit-event.ts";
import {
  faultOf,
  type Mark,
  type MarkPlace,
  type NewVerdict,
} from "../../contracts/inspector/review/verdict.ts";
import { AppError } from "../../errors/app-error.ts";
import { commitToJudgement } from "../audit/covered/find-edited-reviews.ts";
import { recordAudit } from "../audit/record-audit.ts";
import { type DatabaseTransaction, kysely } from "../client.ts";
import { withAudit } from "../inspector/with-audit.ts";
import { HIDDEN_PAYLOADS_MAX } from "../limits.ts";
import { storableJson, storableText } from "../storable-json.ts";
import { checkVersion, readRubrics } from "./judging/rubrics.ts";
import { settleCase } from "./judging/settle-case.ts";
import { recordFigure } from "./results/review-figures.ts";
import { leaveSeat, lockCase, lockSeat } from "./take-case.ts";

/** What a verdict is for: the seat that the reviewer has, or a correction of their own last verdict. */
export type Judging = "judge" | "correct";

type Place = {
  seat: number;
  asks: number;
  seconds: number | null;
  /** Null: a correction. */
  takenAt: Date | null;
  isBlind: boolean;
};

/**
 * The seat is free afterwards. A correction is a further row: the first verdict stays in the table and in the trail.
 * @throws AppError `forbidden` without `review:judge`, `case-left`, `invalid` where the rubric or the run has no such thing,
 * `rubric-changed`, `audit-unavailable`
 */
export async function storeVerdict(
  actor: Actor,
  runId: string,
  verdict: NewVerdict,
  judging: Judging = "judge",
): Promise<void> {
  assertCan(actor, "review:judge");
  await kysely()
    .transaction()
    .execute(async (transaction) => {
      const place = await lockPlace(transaction, actor, runId, judging);
      await checkVersion(transaction, verdict.rubric, place.takenAt);
      const [rubric] = await readRubrics([verdict.rubric], transaction);
      const fault = rubric ? faultOf(rubric, verdict) : "no such rubric";
      if (fault !== null) throw new AppError("invalid", { detail: fault });
      await checkMarks(transaction, runId, verdict.marks);
      const detail = await insertVerdict(transaction, actor, { runId, verdict, place });
      const { answers } = verdict;
      const criteria = rubric?.criteria ?? [];
      await recordFigure(transaction, { runId, nth: detail.nth, criteria, answers });
      if (judging === "judge") await leaveSeat(transaction, actor, runId);
      const { user_id: subjectId } = await transaction
        .selectFrom("run")
        .select("user_id")
        .where("id", "=", runId)
        .executeTakeFirstOrThrow();
      await withAudit(() =>
        recordAudit(transaction, {
          actorId: actor.userId,
          action: "review.judged",
          target: `run:${runId}`,
          outcome: "allowed",
          subjectId,
          runId,
          detail,
        }),
      );
      await settleCase(transaction, { runId, subjectId, asks: place.asks });
    });
}

/** @throws AppError `case-left` */
async function lockPlace(
  transaction: DatabaseTransaction,
  actor: Actor,
  runId: string,
  judging: Judging,
): Promise<Place> {
  if (judging === "correct") return lockOwnVerdict(transaction, actor, runId);
  const place = await lockSeat(transaction, actor, runId);
  // The trail does not tell the other judge either.
  return { ...place, isBlind: place.asks === 2 };
}

/** What can be corrected: the reviewer's own last verdict, once the case is decided, unless another has judged from the same seat since. */
async function lockOwnVerdict(
  transaction: DatabaseTransaction,
  { userId }: Actor,
  runId: string,
): Promise<Place> {
  const found = await lockCase(transaction, runId);
  const own = await transaction
    .selectFrom("review_verdict")
    .select("seat")
    .where("run_id", "=", runId)
    .where("judged_by", "=", userId)
    .where(IS_LAST_OF_SEAT)
    .orderBy("nth", "desc")
    .limit(1)
    .executeTakeFirst();
  if (!own || !found || found.state === "open") throw new AppError("case-left");
  return { seat: own.seat, asks: found.asks, seconds: null, takenAt: null, isBlind: false };
}

const IS_LAST_OF_SEAT = sql<boolean>`NOT EXISTS (SELECT FROM review_verdict AS later
  WHERE later.run_id = review_verdict.run_id AND later.seat = review_verdict.seat AND later.nth > review_verdict.nth)`;

type Given = { runId: string; verdict: NewVerdict; place: Place };

type Judged = Extract<AuditEvent, { action: "review.judged" }>["detail"];

/** @returns the detail of its row in the trail */
async function insertVerdict(
  transaction: DatabaseTransaction,
  { userId }: Actor,
  { runId, verdict, place }: Given,
): Promise<Judged> {
  const { upheld, rubric } = verdict;
  const { seat, seconds, isBlind } = place;
  const [told, note] = [storableText(verdict.told), storableText(verdict.note)];
  const salt = randomUUID();
  const { nth, judgement } = await transaction
    .insertInto("review_verdict")
    .values({
      run_id: runId,
      nth: sql<number>`(SELECT coalesce(max(nth), 0) + 1 FROM review_verdict WHERE run_id = ${runId}::uuid)`,
      judged_by: userId,
      seat,
      upheld,
      told,
      note,
      rubric,
      answers: storableJson(verdict.answers),
      labels: storableJson(verdict.labels),
      marks: storableJson(verdict.marks),
      forget: verdict.forget,
      seconds,
      salt,
    })
    .returning(["nth", commitToJudgement().as("judgement")])
    .executeTakeFirstOrThrow();
  const commit = (words: string) => toHex(commitTo(words, salt));
  const words = { told: commit(told), note: commit(note) };
  return { nth, seat, rubric, ...(isBlind ? {} : { upheld }), ...words, judgement };
}

/** What a run has that its person does not see, and what they do. */
export type SidesOfRun = { hidden: string[]; shown: string[] };

/**
 * For a comparison alone: nothing of it may be shown. Payloads are JSON texts, the newest `HIDDEN_PAYLOADS_MAX`.
 * @throws AppError `forbidden` without `review:judge`, `case-left`
 */
export async function readSidesOfRun(
  actor: Actor,
  runId: string,
  judging: Judging,
): Promise<SidesOfRun> {
  assertCan(actor, "review:judge");
  return kysely()
    .transaction()
    .execute(async (transaction) => {
      await lockPlace(transaction, actor, runId, judging);
      const events = await transaction
        .selectFrom("log_event")
        .select(({ ref }) => sql<string>`${ref("payload")}::text`.as("payload"))
        .where("run_id", "=", runId)
        .where("visibility", "=", "hidden")
        .orderBy("seq", "desc")
        .limit(HIDDEN_PAYLOADS_MAX)
        .execute();
      const messages = await transaction
        .selectFrom("message")
        .innerJoin("run", "run.conversation_id", "message.conversation_id")
        .select("message.content")
        .where("run.id", "=", runId)
        .execute();
      return {
        hidden: events.map(({ payload }) => payload),
        shown: messages.map(({ content }) => content),
      };
    });
}

/** @throws AppError `invalid` for a place that the run does not have */
async function checkMarks(
  transaction: DatabaseTransaction,
  runId: string,
  marks: readonly Mark[],
): Promise<void> {
  if (marks.length === 0) return;
  const places = marks.map(({ place }) => place);
  const seqs = places.flatMap((place) => ("seq" in place ? place.seq : []));
  const hopRefs = places.flatMap((place) => ("hopRef" in place ? place.hopRef : []));
  const events = await transaction
    .selectFrom("run_event")
    .select(["seq", "type", "hop_ref"])
    .where("run_id", "=", runId)
    .where(({ or, eb }) =>
      or([
        ...(seqs.length > 0 ? [eb("seq", "in", seqs)] : []),
        ...(hopRefs.length > 0 ? [eb("hop_ref", "in", hopRefs)] : []),
      ]),
    )
    .execute();
  const answer = await transaction
    .selectFrom("run")
    .innerJoin("message", "message.id", "run.answer_message_id")
    .select("message.content")
    .where("run.id", "=", runId)
    .executeTakeFirst();
  const isThere = (place: MarkPlace): boolean => {
    if (place.at === "answer") return place.to <= (answer?.content.length ?? 0);
    if (place.at === "hop") return events.some(({ hop_ref: hopRef }) => hopRef === place.hopRef);
    return events.some(
      ({ seq, type }) => seq === place.seq && (place.at === "event" || type === "model.called"),
    );
  };
  const missing = places.find((place) => !isThere(place));
  if (missing)
    throw new AppError("invalid", { detail: `no such place: ${JSON.stringify(missing)}` });
}
