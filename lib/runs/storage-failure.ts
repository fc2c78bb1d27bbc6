/** Tracks how long the database has stored nothing for this process, with a log line at start and end. */
import "server-only";
import { checkDatabase } from "../db/check-database.ts";
import { processWide } from "../env/process-wide.ts";
import { log } from "../log/log.ts";
import { metrics } from "../metrics/metrics.ts";
import { STORAGE_HITCH_MS } from "./limits.ts";

type Work = "flush" | "leases" | "sweep" | "erase-deleted" | "instance";
/** Start of the first attempt since the last success, and whether one has failed. */
type Failure = { since: number; failed: boolean };

type Store = {
  failures: Map<Work, Failure>;
  waitingEnds: Map<string, string>;
  failedEnds: Set<string>;
};

const state = processWide<Store>("storage-failure", () => ({
  failures: new Map(),
  waitingEnds: new Map(),
  failedEnds: new Set(),
}));

/**
 * Ends of runs that readers have been told but that are not stored yet: the answer's text by the run's id. The run is
 * stored as running until then; whoever reads it here is told that it was interrupted.
 */
export function waitingEnds(): Map<string, string> {
  return state().waitingEnds;
}

/** The runs whose end was refused at the last attempt to store it. */
export function failedEnds(): Set<string> {
  return state().failedEnds;
}

/** True if something is not stored in time. */
export function isStorageFailing(): boolean {
  return storageFailingMs() > STORAGE_HITCH_MS || state().waitingEnds.size > 0;
}

/**
 * False if what a turn makes could not be stored: a write has failed, or is late and the database is not well. One that is
 * slow because many write takes turns, one after another.
 */
export async function mayTakeTurns(): Promise<boolean> {
  if (!isStorageFailing()) return true;
  const { failures, failedEnds: ends } = state();
  const hasFailed = ends.size > 0 || VITAL.some((work) => failures.get(work)?.failed);
  return !hasFailed && (await checkDatabase()) === "ok";
}

/** Runs a database action and tracks its result. @returns false if it failed; never throws */
export async function tryToStore(work: Work, action: () => Promise<void>): Promise<boolean> {
  const { failures } = state();
  const failure = failures.get(work) ?? { since: performance.now(), failed: false };
  failures.set(work, failure);
  try {
    await action();
  } catch (error) {
    metrics().failedWrites.inc({ work });
    const level = failure.failed ? "debug" : "warn";
    log()[level]({ err: error, work }, "the database took nothing; trying again");
    failure.failed = true;
    return false;
  }
  if (failure.failed) {
    const afterMs = Math.round(performance.now() - failure.since);
    log().warn({ work, afterMs }, "the database works again");
  }
  failures.delete(work);
  return true;
}

/** Milliseconds since a flush or heartbeat last succeeded; 0 if all is well. A hanging attempt counts. */
export function storageFailingMs(): number {
  const now = performance.now();
  return Math.max(0, ...VITAL.map((work) => now - (failingSince(work) ?? now)));
}

/** Without these, no answer can be stored. */
export const VITAL = ["flush", "leases"] as const;

/** The start of the first attempt since the last success, on the clock of `performance`; null if all is well. */
export function failingSince(work: (typeof VITAL)[number]): number | null {
  return state().failures.get(work)?.since ?? null;
}
