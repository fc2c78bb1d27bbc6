/** Looks for words in every column of the test's database. */
import "server-only";
import { findWordsInTables } from "../../../scripts/testing/find-words.ts";
import { db } from "../client.ts";

/** @returns for each word the columns that hold it */
export function sweepDatabase(words: readonly string[]): Promise<Record<string, string[]>> {
  return findWordsInTables(
    (statement, values) => db().$queryRawUnsafe(statement, ...values),
    words,
  );
}
