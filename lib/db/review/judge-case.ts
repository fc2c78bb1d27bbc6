/** Stores a verdict, with its row of the trail, and what a verdict for the person must not tell. */
import "server-only";
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Actor } from "../../access/actor.ts";
import { assertCan } from "../../access/assert-can.ts";
import { toHex } from "../../audit/bytes.ts";
import { commitTo } from "../../audit/canonical.ts";
import type { NewVerdict } from "../../contracts/inspector/review/review-case.ts";
import { recordAudit } from "../audit/record-audit.ts";
import { kysely } from "../client.ts";
import { tellPerson } from "../inspector/record-look.ts";
import { withAudit } from "../inspector/with-audit.ts";
import { HIDDEN_PAYLOADS_MAX } from "../limits.ts";
import { storableText } from "../storable-json.ts";
import { emptySeats, lockSeat } from "./take-case.ts";

/**
 * The seat is free afterwards, and the person has news. A further verdict on the same run is a correction.
 * @throws AppError `forbidden` without `review:judge`, `case-left`, `audit-unavailable`
 */
export async function storeVerdict(
  actor: Actor,
  runId: string,
  verdict: NewVerdict,
): Promise<void> {
  assertCan(actor, "review:judge");
  const [told, note] = [storableText(verdict.told), storableText(verdict.note)];
  const { upheld } = verdict;
  const salt = randomUUID();
  const personId = await kysely()
    .transaction()
    .execute(async (transaction) => {
      await lockSeat(transaction, actor, runId);
      const { last } = await transaction
        .selectFrom("review_verdict")
        .select(({ fn }) => fn.max("nth").as("last"))
        .where("run_id", "=", runId)
        .executeTakeFirstOrThrow();
      const nth = (last ?? 0) + 1;
      await transaction
        .insertInto("review_verdict")
        .values({ run_id: runId, nth, judged_by: actor.userId, upheld, told, note, salt })
        .execute();
      await transaction
        .updateTable("review_case")
        .set({ state: "judged" })
        .where("run_id", "=", runId)
        .execute();
      await emptySeats(transaction, runId);
      const { user_id: subjectId } = await transaction
        .selectFrom("run")
        .select("user_id")
        .where("id", "=", runId)
        .executeTakeFirstOrThrow();
      const commit = (words: string) => toHex(commitTo(words, salt));
      await withAudit(() =>
        recordAudit(transaction, {
          actorId: actor.userId,
          action: "review.judged",
          target: `run:${runId}`,
          outcome: "allowed",
          subjectId,
          runId,
          detail: { nth, upheld, told: commit(told), note: commit(note) },
        }),
      );
      return subjectId;
    });
  if (personId !== null) tellPerson(personId);
}

/** What a run has that its person does not see, and what they do. */
export type SidesOfRun = { hidden: string[]; shown: string[] };

/**
 * For a comparison alone: nothing of it may be shown. Payloads are JSON texts, the newest `HIDDEN_PAYLOADS_MAX`.
 * @throws AppError `forbidden` without `review:judge`, `case-left`
 */
export async function readSidesOfRun(actor: Actor, runId: string): Promise<SidesOfRun> {
  assertCan(actor, "review:judge");
  return kysely()
    .transaction()
    .execute(async (transaction) => {
      await lockSeat(transaction, actor, runId);
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
