/** Versions of the model judge: written and switched off by an admin, or ended by the server below the floor. */
import "server-only";
import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Actor } from "../../../access/actor.ts";
import { assertCan } from "../../../access/assert-can.ts";
import type { JudgeOffReason } from "../../../contracts/inspector/review/model-judge.ts";
import { recordAudit } from "../../audit/record-audit.ts";
import { type DatabaseTransaction, kysely } from "../../client.ts";
import { withAudit } from "../../inspector/with-audit.ts";
import { JUDGE_VERSIONS_LISTED_MAX } from "../../limits.ts";
import { storableText } from "../../storable-json.ts";
import { countJudged, type JudgedCounts } from "./count-judged.ts";

/** An arbitrary advisory lock id: who holds it writes or ends a version. */
const LOCK = 7_410_060;

export type JudgeInForce = { version: number; prompt: string; model: string | null };

/** @returns null where no version was written, or the last one has ended: then no model is asked */
export async function judgeInForce(): Promise<JudgeInForce | null> {
  const judge = await kysely()
    .selectFrom("review_judge")
    .select(["version", "prompt", "model"])
    .where("ended_at", "is", null)
    .orderBy("version", "desc")
    .limit(1)
    .executeTakeFirst();
  return judge ?? null;
}

/**
 * The version before ends with it.
 * @throws AppError `forbidden` without `review:manage`, `audit-unavailable`
 */
export async function writeJudge(
  actor: Actor,
  { prompt, model }: { prompt: string; model: string | null },
): Promise<number> {
  assertCan(actor, "review:manage");
  const stored = storableText(prompt);
  return kysely()
    .transaction()
    .execute(async (transaction) => {
      await lockVersions(transaction);
      await endOpen(transaction, "replaced", actor.userId);
      const { last } = await transaction
        .selectFrom("review_judge")
        .select(({ fn }) => fn.max("version").as("last"))
        .executeTakeFirstOrThrow();
      const version = (last ?? 0) + 1;
      await transaction
        .insertInto("review_judge")
        .values({ version, prompt: stored, model, made_by: actor.userId })
        .execute();
      await withAudit(() =>
        recordAudit(transaction, {
          actorId: actor.userId,
          action: "review.judge-written",
          target: targetOf(version),
          outcome: "allowed",
          detail: {
            version,
            prompt: createHash("sha256").update(stored).digest("hex"),
            model,
          },
        }),
      );
      return version;
    });
}

/** @throws AppError `forbidden` without `review:manage`, `audit-unavailable` */
export async function switchOffJudge(actor: Actor): Promise<void> {
  assertCan(actor, "review:manage");
  await endJudge("switched-off", actor.userId);
}

/** The server itself does it, and the trail says with which figures. */
export async function endJudgeBelowFloor(version: number): Promise<void> {
  await endJudge("below-floor", null, version);
}

async function endJudge(
  why: JudgeOffReason,
  actorId: string | null,
  version?: number,
): Promise<void> {
  await kysely()
    .transaction()
    .execute(async (transaction) => {
      await lockVersions(transaction);
      await endOpen(transaction, why, actorId, version);
    });
}

async function lockVersions(transaction: DatabaseTransaction): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${LOCK}::bigint)`.execute(transaction);
}

/** What it said no longer counts in the queue. */
async function endOpen(
  transaction: DatabaseTransaction,
  why: JudgeOffReason,
  actorId: string | null,
  only?: number,
): Promise<void> {
  const ended = await transaction
    .updateTable("review_judge")
    .set({ ended_at: sql`now()`, off_reason: why })
    .where("ended_at", "is", null)
    .$if(only !== undefined, (open) => open.where("version", "=", only ?? 0))
    .returning("version")
    .executeTakeFirst();
  if (!ended) return;
  await transaction
    .updateTable("review_case")
    .set(({ ref }) => ({ sorted_at: ref("since") }))
    .whereRef("sorted_at", "<>", "since")
    .execute();
  const { wrong, right } = await countJudged(ended.version, transaction);
  await withAudit(() =>
    recordAudit(transaction, {
      actorId,
      action: "review.judge-ended",
      target: targetOf(ended.version),
      outcome: "allowed",
      detail: { version: ended.version, why, wrong, right },
    }),
  );
}

const targetOf = (version: number) => `review-judge:${version}`;

export type StoredJudge = JudgeInForce & {
  madeBy: string | null;
  at: Date;
  endedAt: Date | null;
  offReason: string | null;
  judged: JudgedCounts;
};

/** The newest first. @throws AppError `forbidden` without `review:manage` */
export async function listJudges(actor: Actor): Promise<StoredJudge[]> {
  assertCan(actor, "review:manage");
  const rows = await kysely()
    .selectFrom("review_judge")
    .leftJoin("user", "user.id", "review_judge.made_by")
    .select(["version", "prompt", "model", "user.name as madeBy", "at"])
    .select(["ended_at as endedAt", "off_reason as offReason"])
    .orderBy("version", "desc")
    .limit(JUDGE_VERSIONS_LISTED_MAX)
    .execute();
  const judged = await Promise.all(rows.map(({ version }) => countJudged(version)));
  return rows.map((row, index) => ({ ...row, judged: judged[index] ?? NONE }));
}

const NONE: JudgedCounts = {
  wrong: { found: 0, of: 0 },
  right: { found: 0, of: 0 },
  withoutScore: 0,
};
