/** Erases what people and reviewers wrote of cases that are judged. Cases, verdicts and figures stay. The caller authorises. */
import "server-only";
import { type RawBuilder, sql } from "kysely";
import {
  ANSWERS_WITHOUT_WORDS,
  HAS_ANSWERS_IN_WORDS,
  HAS_NOTES,
  MARKS_WITHOUT_NOTES,
} from "../audit/words-of-verdict.ts";
import type { DatabaseTransaction } from "../client.ts";
import { RETENTION_BATCH_ROWS } from "../limits.ts";
import { table, uuids } from "../typed-sql.ts";

type Table = Extract<Parameters<typeof table>[0], `review_${string}`>;

type Words = { isThere: RawBuilder<unknown>; erased: RawBuilder<unknown> };

const text = (column: string): Words => ({
  isThere: sql`${sql.ref(column)} <> ''`,
  erased: sql`''`,
});

/** Columns with words beside the salt of their commitments, and what stands there afterwards. The test asks about new ones. */
const WORDS = {
  review_reason: { words: text("words") },
  review_comment: { words: text("words") },
  review_score: { reason: text("reason") },
  review_verdict: {
    told: text("told"),
    note: text("note"),
    answers: { isThere: HAS_ANSWERS_IN_WORDS, erased: ANSWERS_WITHOUT_WORDS },
    marks: { isThere: HAS_NOTES, erased: MARKS_WITHOUT_NOTES },
  },
} satisfies { [Name in Table]?: Record<string, Words> };

const TABLES = Object.entries(WORDS) as [keyof typeof WORDS, Record<string, Words>][];

/** @internal For the test that knows all columns. */
export const WORD_COLUMNS: readonly string[] = [
  ...TABLES.flatMap(([name, words]) => Object.keys(words).map((column) => `${name}.${column}`)),
  "review_seat.draft",
];

const hasWords = (words: Record<string, Words>) =>
  sql`(${sql.join(
    Object.values(words).map(({ isThere }) => isThere),
    sql` OR `,
  )})`;
const existsOf = (name: Table, condition: RawBuilder<unknown>) =>
  sql`EXISTS (SELECT FROM ${table(name)} WHERE ${sql.ref(name)}.run_id = review_case.run_id AND ${condition})`;

/**
 * Of cases of which nothing was written since. A case that waits for its verdict keeps the words that it is judged by.
 * @returns the rows of each table, and whether more may wait
 */
export async function eraseReviewWords(transaction: DatabaseTransaction, before: RawBuilder<Date>) {
  const isYoung = TABLES.map(([name]) => existsOf(name, sql`${sql.ref(name)}.at >= ${before}`));
  const isLeft = TABLES.map(([name, words]) => existsOf(name, hasWords(words)));
  const due = await transaction
    .selectFrom("review_case")
    .select("run_id")
    .where("state", "<>", "open")
    .where(sql<boolean>`NOT (${sql.join(isYoung, sql` OR `)})`)
    .where(sql<boolean>`(${sql.join(isLeft, sql` OR `)})`)
    .limit(RETENTION_BATCH_ROWS)
    .forUpdate()
    .skipLocked()
    .execute();
  const runIds = due.map(({ run_id: runId }) => runId);
  const rows: Record<string, number> = { review_seat: await forgetDrafts(transaction, before) };
  for (const [name, words] of TABLES) rows[name] = await blank(transaction, name, words, runIds);
  return { rows, hasMore: runIds.length === RETENTION_BATCH_ROWS };
}

/** With another salt nobody can try out which words the trail's commitment is to. */
async function blank(
  transaction: DatabaseTransaction,
  name: Table,
  words: Record<string, Words>,
  runIds: readonly string[],
): Promise<number> {
  const changes = Object.entries(words).map(
    ([column, { erased }]) => sql`${sql.ref(column)} = ${erased}`,
  );
  const { numAffectedRows = 0n } = await sql`
    UPDATE ${table(name)} SET ${sql.join(changes)}, salt = gen_random_uuid()
    WHERE run_id = ANY(${uuids(runIds)}) AND ${hasWords(words)}`.execute(transaction);
  return Number(numAffectedRows);
}

/** Of whoever left a case without a verdict. */
async function forgetDrafts(
  transaction: DatabaseTransaction,
  before: RawBuilder<Date>,
): Promise<number> {
  const { numUpdatedRows } = await transaction
    .updateTable("review_seat")
    .set({ draft: null })
    .where("draft", "is not", null)
    .where("until", "<", before)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}
