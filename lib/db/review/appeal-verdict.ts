/** A person asks for another verdict on an answer that was not found wrong, with its row of the trail. */
import "server-only";
import { randomUUID } from "node:crypto";
import type { Actor } from "../../access/actor.ts";
import { assertCan } from "../../access/assert-can.ts";
import { toHex } from "../../audit/bytes.ts";
import { commitTo } from "../../audit/canonical.ts";
import type { PublicContest } from "../../contracts/public/review/contest.ts";
import { AppError } from "../../errors/app-error.ts";
import { recordAudit } from "../audit/record-audit.ts";
import { kysely } from "../client.ts";
import { withAudit } from "../inspector/with-audit.ts";
import { CONTESTED_SEVERITY, CONTESTED_URGENCY } from "../limits.ts";
import { storableText } from "../storable-json.ts";
import { findAnswer } from "./contest-answer.ts";
import { makeCase } from "./make-case.ts";
import { readContests } from "./read-contests.ts";

type Appeal = { answerMessageId: string; words: string };

/**
 * Once: an answer that was appealed before stays as it was. Nobody who has judged it takes the case again.
 * @throws AppError `not-found` where the actor may not appeal, `audit-unavailable`
 */
export async function appealVerdict(actor: Actor, appeal: Appeal): Promise<PublicContest> {
  assertCan(actor, "chat:use");
  return kysely()
    .transaction()
    .execute(async (transaction) => {
      const { run_id: runId, conversation_id: conversationId } = await findAnswer(
        transaction,
        actor,
        appeal.answerMessageId,
      );
      const [known] = await readContests(actor, { runId }, transaction);
      if (known && known.contest.appealedAt !== null) return known.contest;
      if (!known?.contest.mayAppeal || known.contest.what === null) throw new AppError("not-found");
      const { what } = known.contest;
      const words = storableText(appeal.words);
      const salt = randomUUID();
      await transaction
        .insertInto("review_reason")
        .values({ run_id: runId, kind: "appealed", figure: what, words, salt })
        .execute();
      await makeCase(transaction, {
        runId,
        conversationId,
        urgency: CONTESTED_URGENCY,
        severity: CONTESTED_SEVERITY,
        asks: 1,
        reopens: true,
      });
      await withAudit(() =>
        recordAudit(transaction, {
          actorId: actor.userId,
          action: "answer.appealed",
          target: `run:${runId}`,
          outcome: "allowed",
          subjectId: actor.userId,
          runId,
          detail: { what, words: toHex(commitTo(words, salt)) },
        }),
      );
      const [made] = await readContests(actor, { runId }, transaction);
      if (!made) throw new AppError("not-found");
      return made.contest;
    });
}
