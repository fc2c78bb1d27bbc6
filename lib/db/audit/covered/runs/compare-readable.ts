/** Compares runs where the log of one of them cannot be read, such as an id that is none: that run is found, the others are compared. */
import "server-only";
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Database } from "../../../client.ts";
import { EDITS_FOUND_MAX } from "../../../limits.ts";
import { uuids } from "../../../typed-sql.ts";
import { type Found, foundAt } from "../../found/trail-findings.ts";

/**
 * Halves the runs until one is left, at most `EDITS_FOUND_MAX` of them.
 * @param compare is given a condition on `run.id`
 * @throws in a transaction, which the first error has ended, and what is no error of a value
 */
export async function compareReadable(
  executor: Kysely<Database>,
  within: RawBuilder<unknown>,
  compare: (within: RawBuilder<unknown>) => Promise<Found[]>,
): Promise<Found[]> {
  let unreadable = 0;
  const compareOf = async (runIds: readonly string[]): Promise<Found[]> => {
    if (unreadable >= EDITS_FOUND_MAX) return [];
    try {
      return await compare(sql`run.id = ANY(${uuids(runIds)})`);
    } catch (error) {
      if (!isOfValue(error)) throw error;
      const [runId = null] = runIds;
      if (runIds.length <= 1) {
        unreadable += 1;
        return [foundAt("log-unreadable", { runId })];
      }
      const middle = runIds.length / 2;
      return [
        ...(await compareOf(runIds.slice(0, middle))),
        ...(await compareOf(runIds.slice(middle))),
      ];
    }
  };
  try {
    return await compare(within);
  } catch (error) {
    if (!isOfValue(error) || executor.isTransaction) throw error;
    const { rows } = await sql<{ id: string }>`
      SELECT id FROM (SELECT id FROM run UNION SELECT run_id FROM run_seal) AS run WHERE ${within} ORDER BY id`.execute(
      executor,
    );
    return compareOf(rows.map(({ id }) => id));
  }
}

/** SQLSTATE class 22: a text that is no value of its type, a number out of range. */
function isOfValue(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === "string" && code.startsWith("22");
}
