/** The row of figures that each verdict leaves. It outlives an erased conversation, without anything that names it. */
import "server-only";
import { type RawBuilder, sql } from "kysely";
import type { DatabaseTransaction } from "../../client.ts";
import { columnsOf, insertFrom, table, uuids } from "../../typed-sql.ts";

type Answers = Readonly<Record<string, string | number | boolean>>;

/** A part of a criterion of the rubric. */
type Criterion = { id: string; kind: "pass" | "scale" | "choice" | "text" };

/** What was chosen, without what was written. */
function closedAnswers(criteria: readonly Criterion[], answers: Answers): Answers {
  const closed = new Set(criteria.filter(({ kind }) => kind !== "text").map(({ id }) => id));
  return Object.fromEntries(Object.entries(answers).filter(([id]) => closed.has(id)));
}

/** Stands for a judge in all figures, and says nothing of an account that is gone. */
export const raterOf = (userId: RawBuilder<string | null>) =>
  sql<string | null>`left(encode(sha256(convert_to('rater ' || ${userId}, 'UTF8')), 'hex'), 16)`;

const verdict = columnsOf("review_verdict");
const run = columnsOf("run");

/** Texts at a path of the payloads of a run's events of one type, each once. */
const loggedTexts = (type: string, path: string) => sql<string[]>`ARRAY(
  SELECT DISTINCT found #>> '{}' FROM ${table("log_event")} AS logged
    CROSS JOIN LATERAL jsonb_path_query(logged.payload, ${sql.lit(path)}::jsonpath) AS found
  WHERE logged.run_id = ${verdict("run_id")} AND logged.type = ${sql.lit(type)} ORDER BY 1)`;

const PROMPT_SOURCES = loggedTexts(
  "model.called",
  '$.manifest.segments[*] ? (@.kind == "system-prompt").source',
);

type JudgedBy = {
  runId: string;
  nth: number;
  /** Of the rubric that the verdict was given by. */
  criteria: readonly Criterion[];
  answers: Answers;
};

/** Part of the transaction that stores the verdict. */
export async function recordFigure(
  transaction: DatabaseTransaction,
  { runId, nth, criteria, answers }: JudgedBy,
): Promise<void> {
  const closed = closedAnswers(criteria, answers);
  const source = sql`${table("review_verdict")} JOIN ${table("run")} ON ${run("id")} = ${verdict("run_id")}
    WHERE ${verdict("run_id")} = ${runId}::uuid AND ${verdict("nth")} = ${nth}`;
  await insertFrom(transaction, "review_figure", source, {
    run_id: verdict("run_id"),
    nth: verdict("nth"),
    unit: sql<string>`coalesce((SELECT unit FROM ${table("review_figure")} WHERE run_id = ${runId}::uuid LIMIT 1),
      gen_random_uuid())`,
    day: sql<Date>`(${verdict("at")} AT TIME ZONE 'UTC')::date`,
    seat: verdict("seat"),
    rater: raterOf(verdict("judged_by")),
    upheld: verdict("upheld"),
    rubric: verdict("rubric"),
    answers: sql<string>`${JSON.stringify(closed)}::jsonb`,
    seconds: verdict("seconds"),
    agents: sql<string[]>`ARRAY(SELECT substr(tag, 7) FROM unnest(${run("tags")}) AS tag
      WHERE tag LIKE 'agent:%' ORDER BY 1)`,
    prompts: sql<
      string[]
    >`ARRAY(SELECT regexp_replace(source, '^prompt:', '') FROM unnest(${PROMPT_SOURCES}) AS source)`,
    policies: loggedTexts("policy.decided", "$.decision.policies[*]"),
    model: run("model"),
  }).execute();
}

/** Part of the transaction that erases the runs, before their verdicts are gone. Who judged stays where two did. */
export async function detachFigures(
  transaction: DatabaseTransaction,
  runIds: readonly string[],
): Promise<void> {
  await sql`
    UPDATE ${table("review_figure")} AS figure SET run_id = NULL,
      reasons = ARRAY(SELECT kind FROM ${table("review_reason")} AS reason
        WHERE reason.run_id = figure.run_id ORDER BY 1),
      rater = CASE WHEN EXISTS (SELECT FROM ${table("review_figure")} AS other
        WHERE other.unit = figure.unit AND other.seat <> figure.seat) THEN rater END
    WHERE figure.run_id = ANY(${uuids(runIds)})`.execute(transaction);
}
