/** A database for the benches that call the product's own functions, in their own process. */
import { startThrowAwayDatabase } from "../../scripts/testing/throw-away-database.ts";

/**
 * Measures on a new, migrated database, which is removed, or on the one of `HALFSILVER_BENCH_DATABASE_URL`, which was seeded
 * before. Sets the environment that the product reads: `measure` imports its modules.
 */
export async function withDatabase<Result>(
  measure: (database: { url: string; isNew: boolean }) => Promise<Result>,
): Promise<Result> {
  const given = process.env.HALFSILVER_BENCH_DATABASE_URL;
  const database = given ? null : await startThrowAwayDatabase();
  const url = given ?? database?.url ?? "";
  provideSettings(url);
  // By default a search of what others wrote needs a reason, and finds nothing without one.
  process.env.PAYLOAD_REASON = "free";
  process.env.MODEL_PRICES ??=
    '{"model-a":{"input":1,"output":4},"model-c":{"input":2,"output":8}}';
  try {
    const result = await measure({ url, isNew: database !== null });
    const { closeDatabase } = await import("../../lib/db/client.ts");
    await closeDatabase();
    return result;
  } finally {
    await database?.remove();
  }
}

/** What the product's own functions want to know in this process. */
export function provideSettings(databaseUrl: string): void {
  process.env.DATABASE_URL = databaseUrl;
  process.env.BETTER_AUTH_SECRET ??= "a-secret-of-this-bench-that-is-long-enough";
}
