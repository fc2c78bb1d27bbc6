/** A check that does not come to an end is a finding: at once where an error will not pass, and after a while where it might. */
import "server-only";
import { foundAt, recordFinding } from "../db/audit/found/trail-findings.ts";
import { checkDatabase, mayPass } from "../db/check-database.ts";

/** `failingSince`: when the first pass began of those that have all failed, by `performance.now()`. */
export type Failing = { failingSince?: number | undefined };

/**
 * Each pass runs into its time limit while somebody keeps a lock open, or where the database has grown too large.
 * @param maxMs how long errors that may pass are tolerated
 * @param isDoneElsewhere whether another process has completed a pass meanwhile
 */
export async function tellFailures<Result>(
  failing: Failing,
  maxMs: number,
  pass: () => Promise<Result>,
  isDoneElsewhere: () => Promise<boolean> = async () => false,
): Promise<Result> {
  failing.failingSince ??= performance.now();
  const { failingSince } = failing;
  try {
    const result = await pass();
    failing.failingSince = undefined;
    return result;
  } catch (error) {
    const isLong = performance.now() - failingSince > maxMs;
    const isTold =
      !mayPass(error) || (isLong && (await checkDatabase()) === "ok" && !(await isDoneElsewhere()));
    if (isTold) await recordFinding(foundAt("check-failed"));
    throw error;
  }
}

/** Both, whatever the first one throws. @throws what the first of them threw */
export async function both(
  first: () => Promise<unknown>,
  second: () => Promise<unknown>,
): Promise<void> {
  try {
    await first();
  } catch (error) {
    await second().catch(() => undefined);
    throw error;
  }
  await second();
}
