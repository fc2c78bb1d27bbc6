/** The versions of the rubric. The first one is part of the product, and no row. */
import "server-only";
import { type Kysely, sql } from "kysely";
import type { Actor } from "../../../access/actor.ts";
import { assertCan, can } from "../../../access/assert-can.ts";
import { FIRST_RUBRIC } from "../../../contracts/inspector/review/first-rubric.ts";
import {
  type ChangeRubric,
  Rubric,
  type ShownRubric,
  VersionedRubric,
} from "../../../contracts/inspector/review/rubric.ts";
import { AppError } from "../../../errors/app-error.ts";
import { digestOfRubric } from "../../audit/covered/find-edited-rubrics.ts";
import { recordAudit } from "../../audit/record-audit.ts";
import { type Database, kysely } from "../../client.ts";
import { withAudit } from "../../inspector/with-audit.ts";
import { storableJson } from "../../storable-json.ts";

type Executor = Kysely<Database>;

/** @throws AppError `forbidden` without `review:judge` */
export async function readRubric(actor: Actor): Promise<ShownRubric> {
  assertCan(actor, "review:judge");
  const [newest] = await selectRubrics(kysely()).limit(1).execute();
  return {
    rubric: newest ? toRubric(newest) : FIRST_RUBRIC,
    madeBy: newest?.name ?? null,
    at: newest?.at.toISOString() ?? null,
    mayChange: can(actor, "review:manage"),
  };
}

function selectRubrics(executor: Executor) {
  return executor
    .selectFrom("review_rubric")
    .leftJoin("user", "user.id", "review_rubric.made_by")
    .select(["review_rubric.version", "review_rubric.criteria", "review_rubric.labels"])
    .select(["review_rubric.at", "user.name"])
    .orderBy("review_rubric.version", "desc");
}

type RubricRow = { version: number; criteria: unknown; labels: unknown };
const toRubric = ({ version, criteria, labels }: RubricRow): VersionedRubric =>
  VersionedRubric.parse({ version, criteria, labels });

export async function readNewestRubric(executor: Executor = kysely()): Promise<VersionedRubric> {
  const [newest] = await selectRubrics(executor).limit(1).execute();
  return newest ? toRubric(newest) : FIRST_RUBRIC;
}

/** Those of these versions that there are. */
export async function readRubrics(
  versions: readonly (number | null)[],
  executor: Executor = kysely(),
): Promise<VersionedRubric[]> {
  const wanted = versions.filter((version) => version !== null);
  const later = wanted.filter((version) => version !== FIRST_RUBRIC.version);
  const rows =
    later.length > 0
      ? await selectRubrics(executor).where("review_rubric.version", "in", later).execute()
      : [];
  return [...(wanted.includes(FIRST_RUBRIC.version) ? [FIRST_RUBRIC] : []), ...rows.map(toRubric)];
}

/**
 * A verdict is given by a version that was the newest at some time since the reviewer took the case.
 * @param takenAt null: by the newest one
 * @throws AppError `rubric-changed`
 */
export async function checkVersion(
  executor: Executor,
  version: number,
  takenAt: Date | null,
): Promise<void> {
  const newest = await executor
    .selectFrom("review_rubric")
    .select(({ fn }) => fn.max("version").as("version"))
    .$if(takenAt !== null, (made) => made.where("at", "<=", takenAt))
    .executeTakeFirst();
  if (version < (newest?.version ?? FIRST_RUBRIC.version)) throw new AppError("rubric-changed");
}

/**
 * @returns the new version
 * @throws AppError `forbidden` without `review:manage`, `rubric-changed` where somebody else changed it meanwhile,
 * `audit-unavailable`
 */
export async function changeRubric(
  actor: Actor,
  { from, rubric }: ChangeRubric,
): Promise<VersionedRubric> {
  assertCan(actor, "review:manage");
  const { criteria, labels } = Rubric.parse(JSON.parse(storableJson(rubric)));
  const version = from + 1;
  await kysely()
    .transaction()
    .execute(async (transaction) => {
      // Of two who change it at once, the second one waits, and is refused.
      await sql`LOCK TABLE review_rubric IN SHARE ROW EXCLUSIVE MODE`.execute(transaction);
      if ((await readNewestRubric(transaction)).version !== from)
        throw new AppError("rubric-changed");
      await transaction
        .insertInto("review_rubric")
        .values({
          version,
          criteria: JSON.stringify(criteria),
          labels: JSON.stringify(labels),
          made_by: actor.userId,
        })
        .execute();
      await withAudit(() =>
        recordAudit(transaction, {
          actorId: actor.userId,
          action: "review.rubric-changed",
          target: "rubric",
          outcome: "allowed",
          subjectId: null,
          detail: { version, sha256: digestOfRubric({ criteria, labels }) },
        }),
      );
    });
  return { version, criteria, labels };
}
