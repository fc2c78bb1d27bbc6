/**
 * Starts a server's repeated work: flush, leases, sweep, due erasures, the check of the database, the instance's
 * heartbeat.
 */
import "server-only";
import { bus } from "../../bus/bus.ts";
import { eraseDueAccounts } from "../../db/accounts/leave-account.ts";
import { eraseDeleted } from "../../db/conversations/organise/erase-deleted.ts";
import { renewLeases } from "../../db/runs/lease/leases.ts";
import {
  findOrphanedRuns,
  type OrphanedRun,
  type OrphanScope,
} from "../../db/runs/lease/sweep-expired-runs.ts";
import { processSlot } from "../../env/process-wide.ts";
import { settings } from "../../env/settings.ts";
import { log } from "../../log/log.ts";
import { endExpired } from "../end-temporary.ts";
import { flushRuns } from "../flush-runs.ts";
import {
  DELETED_LOOK_MS,
  FLUSH_PAUSE_FACTOR,
  HEARTBEAT_MAX_MS,
  INSTANCE_BEAT_MS,
  LONGEST_FLUSH_PAUSE_MS,
  STORAGE_LOOK_MS,
  STORAGE_PATIENCE_MS,
  TAKEN_AT_ONCE_MAX,
} from "../limits.ts";
import { instancePrefix, loseLease, runRegistry } from "../run-registry.ts";
import { hearStops } from "../stop-run.ts";
import { failingSince, tryToStore, VITAL } from "../storage-failure.ts";
import { type ResumeRun, takeOver } from "../takeover/take-over.ts";
import { ORPHANS } from "../topics.ts";
import { keepInstance } from "./instances.ts";

type Supervisor = {
  predecessorsEnded: boolean;
  late: LateLook;
  troubles: { work: (typeof VITAL)[number]; seenMs: ReturnType<typeof watchTrouble> }[];
};
const supervisor = processSlot<Supervisor>("supervisor");

/**
 * Starts the repeated work, once per process.
 * @param resume goes on with a run that this process has taken over; resolves when its work has begun
 */
export function superviseRuns(resume: ResumeRun): void {
  if (supervisor.value) return;
  const { RUN_FLUSH_MS, RUN_LEASE_MS, RUN_SWEEP_MS } = settings();
  supervisor.value = {
    predecessorsEnded: false,
    late: watchLateLooks(RUN_LEASE_MS, RUN_SWEEP_MS),
    troubles: VITAL.map((work) => ({ work, seenMs: watchTrouble(2 * STORAGE_LOOK_MS) })),
  };
  // Create the registry before the first request: it keeps the async context of its creation (`outside`).
  runRegistry();
  beat((tookMs) => flushPause(tookMs, RUN_FLUSH_MS), flushRuns);
  beat(() => Math.min(RUN_LEASE_MS / 3, HEARTBEAT_MAX_MS), keepLeases);
  beat(
    () => RUN_SWEEP_MS,
    () => sweep(resume),
  );
  beat(() => DELETED_LOOK_MS, sweepDeleted);
  beat(() => STORAGE_LOOK_MS, endUnstorableRuns);
  beat(() => INSTANCE_BEAT_MS, keepInstance);
  hearStops();
  bus().subscribe(ORPHANS, () => void sweep(resume));
}

/** Repeats an action with a pause in between, which may depend on how long the action took. */
function beat(pauseMs: (tookMs: number) => number, action: () => Promise<void>): void {
  const wait = (tookMs: number) => setTimeout(() => void act(), pauseMs(tookMs)).unref();
  const act = async () => {
    const startedAt = performance.now();
    await action().finally(() => wait(performance.now() - startedAt));
  };
  void act();
}

/**
 * Milliseconds until the next flush of the run log. If flushes are slow, they run less often; each row then holds more
 * text.
 * @param tookMs duration of the last flush
 * @param leastMs the setting `RUN_FLUSH_MS`
 */
export function flushPause(tookMs: number, leastMs: number): number {
  return Math.max(leastMs, Math.min(LONGEST_FLUSH_PAUSE_MS, tookMs * FLUSH_PAUSE_FACTOR));
}

/**
 * The heartbeat of this process: renews its leases, and notices stop requests and lost leases. Never throws: the next
 * heartbeat retries.
 */
async function keepLeases(): Promise<void> {
  const { instanceId, runs, unstored } = runRegistry();
  const asked = [...new Set([...runs.keys(), ...unstored])];
  await tryToStore("leases", async () => {
    if (asked.length === 0) return;
    const { RUN_LEASE_MS } = settings();
    const heldUntil = performance.now() + RUN_LEASE_MS;
    const leases = await renewLeases(instanceId, RUN_LEASE_MS, asked);
    const held = new Map(leases.map((lease) => [lease.id, lease]));
    for (const runId of asked) {
      const lease = held.get(runId);
      if (lease) runs.get(runId)?.log.hold(heldUntil);
      else loseLease(runs.get(runId));
      if (lease?.stop_requested) runs.get(runId)?.abort.abort("stopped");
    }
  });
}

/**
 * Goes on with the runs whose process is gone. The first call includes every run of an earlier server on this data
 * folder, even if its lease has not expired.
 */
async function sweep(resume: ResumeRun): Promise<void> {
  await tryToStore("sweep", async () => {
    const { instanceId: owner, isEnding } = runRegistry();
    if (isEnding || supervisor.value?.late.mayJudge() === false) return;
    const prefix = instancePrefix();
    const isFirst = prefix !== "" && !supervisor.value?.predecessorsEnded;
    const predecessors = isFirst ? { prefix, owner } : null;
    const orphans = await findOrphanedRuns({ held: heldHere(), predecessors });
    supervisor.value?.late.looked();
    const isThrough = await takeOverAll(orphans, predecessors, resume);
    if (supervisor.value && isThrough) supervisor.value.predecessorsEnded = true;
  });
}

function heldHere(): string[] {
  const { runs, taking, unstored } = runRegistry();
  return [...runs.keys(), ...taking, ...unstored];
}

/**
 * A run that cannot be taken over uses up no place and does not delay the others.
 * @returns whether every run was tried
 * @throws the first error, at the end
 */
async function takeOverAll(
  orphans: readonly OrphanedRun[],
  predecessors: OrphanScope["predecessors"],
  resume: ResumeRun,
): Promise<boolean> {
  const errors: unknown[] = [];
  let taken = 0;
  for (const orphan of orphans) {
    if (taken >= TAKEN_AT_ONCE_MAX) break;
    // What this process has begun or taken meanwhile is no orphan.
    const held = heldHere();
    if (held.includes(orphan.id)) continue;
    try {
      if (await takeOver(orphan, { held, predecessors }, resume)) taken += 1;
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
  return taken < TAKEN_AT_ONCE_MAX;
}

async function sweepDeleted(): Promise<void> {
  await tryToStore("erase-deleted", async () => {
    await endExpired();
    const erased = await eraseDeleted();
    if (erased.length > 0) log().info({ conversations: erased.length }, "erased what was deleted");
    const accounts = await eraseDueAccounts();
    if (accounts > 0) log().info({ accounts }, "erased accounts whose days were over");
  });
}

/** Ends answers that cannot be stored, so that the person is told and can retry. */
async function endUnstorableRuns(): Promise<void> {
  const seen =
    supervisor.value?.troubles.map(({ work, seenMs }) => seenMs(failingSince(work))) ?? [];
  if (Math.max(...seen) < STORAGE_PATIENCE_MS) return;
  for (const run of runRegistry().runs.values()) run.abort.abort("interrupted");
}

/**
 * After a pause, a process waits one lease before it calls others dead: where the machine or the database stood still, the
 * leases of processes that live have run out, too.
 */
type LateLook = {
  /** Whether leases tell the truth now. */
  mayJudge(): boolean;
  /** A look at the leases has succeeded. */
  looked(): void;
};

/**
 * @param leaseMs how long a lease holds
 * @param pauseMs between two looks
 * @param now milliseconds of a clock that goes on while the process is stopped
 */
export function watchLateLooks(
  leaseMs: number,
  pauseMs: number,
  now: () => number = () => performance.now(),
): LateLook {
  let last: number | null = null;
  let waitsUntil: number | null = null;
  return {
    mayJudge() {
      if (waitsUntil !== null) {
        if (now() < waitsUntil) return false;
        // Waits only once in a row, so that a slow process still sweeps.
        waitsUntil = null;
        return true;
      }
      const isLate = last !== null && now() - last > pauseMs + leaseMs / 2;
      if (isLate) waitsUntil = now() + leaseMs;
      return !isLate;
    },
    looked() {
      last = now();
    },
  };
}

/**
 * Measures how long a trouble lasts. Each look adds the time since the last look, but at most `mostMs`: a process that stood
 * still may finish its pending work a moment later.
 * @param now milliseconds of a clock that goes on while the process is stopped
 * @returns a function to call at each look. It takes the moment when the trouble began, or null if there is none, and
 *   returns how long this trouble was seen, in milliseconds
 */
export function watchTrouble(
  mostMs: number,
  now: () => number = () => performance.now(),
): (since: number | null) => number {
  let found: number | null = null;
  let last = now();
  let seenMs = 0;
  return (since) => {
    const stepMs = Math.min(now() - last, mostMs);
    seenMs = since !== null && since === found ? seenMs + stepMs : 0;
    found = since;
    last = now();
    return seenMs;
  };
}
