/** What results are counted from: the verdicts of a period, and the cases that wait. */
import "server-only";
import { sql } from "kysely";
import type { Actor } from "../../../access/actor.ts";
import { assertCan, can } from "../../../access/assert-can.ts";
import { ADJUDICATOR } from "../../../contracts/inspector/review/decide-case.ts";
import { type Asked, firstAsked } from "../../../contracts/inspector/review/rubric.ts";
import { kysely } from "../../client.ts";
import { recordLook } from "../../inspector/record-look.ts";
import { recordListRead } from "../../inspector/record-reads.ts";
import { CASES_COUNTED_MAX, OVERDUE_DAYS } from "../../limits.ts";
import { table, uuids } from "../../typed-sql.ts";
import { readRubrics } from "../judging/rubrics.ts";
import { raterOf } from "./review-figures.ts";

export type Figure = {
  unit: string;
  /** Null: the conversation is erased. */
  runId: string | null;
  nth: number;
  /** `2026-03-10` */
  day: string;
  seat: number;
  /** Null: erased, and judged by one alone. */
  rater: string | null;
  upheld: boolean;
  rubric: number | null;
  /** Which version was the first to ask what `rubric` asks, of those that are read. */
  asked: Asked;
  /** What was chosen, by criterion. */
  answers: Readonly<Record<string, string | number | boolean>>;
  seconds: number | null;
  reasons: string[];
  agents: string[];
  prompts: string[];
  policies: string[];
  model: string | null;
};

export type ReadFigures = { figures: Figure[]; isCut: boolean };

/**
 * Verdicts of the cases whose verdict that counts was given since that day, the newest case first. None of an open
 * case: its judges must not know of each other.
 * @param since `2026-03-10`
 * @throws AppError `forbidden` without `review:judge`; `audit-unavailable`
 */
export async function readFigures(actor: Actor, since: string): Promise<ReadFigures> {
  assertCan(actor, "review:judge");
  await recordListRead(actor, "verdicts.read");
  return selectFigures(since);
}

/** As `readFigures`, for a file. On record before anything of it leaves. */
export async function exportFigures(
  actor: Actor,
  since: string,
  detail: { format: string; range: string },
): Promise<ReadFigures> {
  assertCan(actor, "review:judge");
  const read = await selectFigures(since);
  const cases = new Set(read.figures.map(({ unit }) => unit)).size;
  await recordLook({
    actorId: actor.userId,
    action: "verdicts.exported",
    target: "verdicts",
    outcome: "allowed",
    detail: { ...detail, cases },
  });
  return read;
}

/** The caller checks the permission, and records the reading before anything leaves. */
async function selectFigures(since: string): Promise<ReadFigures> {
  const { rows } = await sql<Omit<Figure, "asked"> & { place: number }>`
    WITH counted AS (
      SELECT unit, row_number() OVER (ORDER BY day DESC, unit)::int AS place
      FROM ${table("review_figure")} AS figure
        LEFT JOIN ${table("review_case")} AS judged ON judged.run_id = figure.run_id
      WHERE day >= ${since}::date AND (figure.run_id IS NULL OR judged.state <> 'open') AND NOT EXISTS (
        SELECT FROM ${table("review_figure")} AS other WHERE other.unit = figure.unit AND
          (other.seat <> ${ADJUDICATOR}, other.seat, -other.nth) < (figure.seat <> ${ADJUDICATOR}, figure.seat, -figure.nth))
      ORDER BY place LIMIT ${CASES_COUNTED_MAX + 1})
    SELECT place, figure.unit, figure.run_id AS "runId", nth, to_char(day, 'YYYY-MM-DD') AS day, seat, rater, upheld,
      rubric, answers, seconds, agents, prompts, policies, model,
      CASE WHEN figure.run_id IS NULL THEN reasons ELSE ARRAY(SELECT kind FROM ${table("review_reason")} AS reason
        WHERE reason.run_id = figure.run_id ORDER BY 1) END AS reasons
    FROM counted JOIN ${table("review_figure")} AS figure USING (unit)
    ORDER BY place, nth`.execute(kysely());
  const asked = firstAsked(await readRubrics([...new Set(rows.map(({ rubric }) => rubric))]));
  const figures = rows
    .filter(({ place }) => place <= CASES_COUNTED_MAX)
    .map((row) => ({ ...row, asked: asked.get(row.rubric ?? 0) ?? {} }));
  return { figures, isCut: figures.length < rows.length };
}

export type Waiting = {
  open: number;
  overdue: number;
  /** Of the random sample. */
  sampled: number;
};

/** @throws AppError `forbidden` without `review:judge` */
export async function countWaiting(actor: Actor): Promise<Waiting> {
  assertCan(actor, "review:judge");
  const { rows } = await sql<Waiting>`
    SELECT count(*)::int AS open,
      (count(*) FILTER (WHERE since < now() - make_interval(days => ${OVERDUE_DAYS})))::int AS overdue,
      (count(*) FILTER (WHERE EXISTS (SELECT FROM ${table("review_reason")} AS reason
        WHERE reason.run_id = waits.run_id AND reason.kind = 'random')))::int AS sampled
    FROM ${table("review_case")} AS waits
      JOIN ${table("conversation")} AS conversation ON conversation.id = waits.conversation_id
    WHERE waits.state = 'open' AND conversation.deleted_at IS NULL`.execute(kysely());
  return rows[0] ?? { open: 0, overdue: 0, sampled: 0 };
}

/**
 * Names of those who judge, by what stands for them in figures. Without `review:manage` it is the actor's own alone.
 * @throws AppError `forbidden` without `review:judge`
 */
export async function readRaters(actor: Actor): Promise<Map<string, string>> {
  assertCan(actor, "review:judge");
  const raters = await kysely()
    .selectFrom("user")
    .select(["user.name", raterOf(sql.ref<string>("user.id")).as("rater")])
    .where("user.role", "in", ["auditor", "admin"])
    .$if(!can(actor, "review:manage"), (own) => own.where("user.id", "=", actor.userId))
    .execute();
  return new Map(raters.map(({ rater, name }) => [rater ?? "", name]));
}

/** What people call these cases. @throws AppError `forbidden` without `review:judge` */
export async function readReferences(
  actor: Actor,
  runIds: readonly string[],
): Promise<Map<string, string>> {
  assertCan(actor, "review:judge");
  const cases = await kysely()
    .selectFrom("review_case")
    .innerJoin("conversation", "conversation.id", "review_case.conversation_id")
    .select(["review_case.run_id", "review_case.reference"])
    .where(sql<boolean>`review_case.run_id = ANY(${uuids(runIds)})`)
    .where("conversation.deleted_at", "is", null)
    .execute();
  return new Map(cases.map(({ run_id: runId, reference }) => [runId, reference]));
}
