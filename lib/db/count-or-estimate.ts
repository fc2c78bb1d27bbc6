/** Counts rows exactly where that is quick, and otherwise says about how many there are. */
import "server-only";
import { type Expression, sql } from "kysely";
import { kysely } from "./client.ts";
import { COUNT_MOST_MS, COUNT_SAMPLE_ROWS } from "./limits.ts";

export type Counted = { count: number; isEstimate: boolean };

/** Each part is a SELECT without bounds. */
export type Countable = {
  rows: Expression<unknown>;
  /** The rows without the conditions that are slow, or whose share the planner cannot know. */
  candidates: Expression<unknown>;
  /** A candidate is read with a chance of one in this number, and counts if it is one of the rows. */
  sample: (oneOf: number) => Expression<unknown>;
};

/** The code of a statement that its time limit ended. */
const CANCELED = "57014";

/** @returns within twice the time */
export async function countOrEstimate(
  { rows, candidates, sample }: Countable,
  mostMs = COUNT_MOST_MS,
): Promise<Counted> {
  const count = await countWithin(rows, mostMs);
  if (count !== null) return { count, isEstimate: false };
  const oneOf = Math.max(1, Math.ceil((await expectedRows(candidates)) / COUNT_SAMPLE_ROWS));
  const sampled = await countWithin(sample(oneOf), mostMs);
  const estimate = sampled === null ? await expectedRows(rows) : sampled * oneOf;
  return { count: estimate, isEstimate: true };
}

/** @returns null where it takes longer */
async function countWithin(rows: Expression<unknown>, mostMs: number): Promise<number | null> {
  try {
    return await kysely()
      .transaction()
      .execute(async (transaction) => {
        await sql`SELECT set_config('statement_timeout', ${String(mostMs)}::text, true)`.execute(
          transaction,
        );
        const counted = await sql<{ count: string }>`
          SELECT count(*) FROM (${rows}) AS counted`.execute(transaction);
        return Number(counted.rows[0]?.count ?? 0);
      });
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === CANCELED) return null;
    throw error;
  }
}

type Explained = { "QUERY PLAN": [{ Plan: { "Plan Rows": number } }] };

/** How many rows the planner expects. Reads none. */
async function expectedRows(rows: Expression<unknown>): Promise<number> {
  const { rows: plans } = await sql<Explained>`EXPLAIN (FORMAT JSON) ${rows}`.execute(kysely());
  return Math.round(plans[0]?.["QUERY PLAN"][0].Plan["Plan Rows"] ?? 0);
}
