/** Stores what all runs of this process have appended since the last flush, in one statement. */
import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import type { LogEvent } from "../contracts/run/log-event.ts";
import { appendRunEvents } from "../db/runs/append-run-events.ts";
import { metrics } from "../metrics/metrics.ts";
import { CHANGE_RETRY_MS } from "./limits.ts";
import type { RunLog } from "./run-log.ts";
import { type LocalRun, loseLease, runRegistry, signOrLose } from "./run-registry.ts";
import { tryToStore } from "./storage-failure.ts";

/** Flushes once; a call during a flush waits for that one. Never throws: the next flush retries a failed one. */
export function flushRuns(): Promise<void> {
  const registry = runRegistry();
  registry.flushing ??= flush().finally(() => {
    registry.flushing = undefined;
  });
  return registry.flushing;
}

/** Resolves when the run's events of this type are stored, or the run is over. At once where none waits. */
export async function flushUntilStored(
  runLog: RunLog,
  type: LogEvent["body"]["type"],
  signal: AbortSignal,
): Promise<void> {
  while (runLog.hasUnstored(type) && !signal.aborted) {
    await flushRuns();
    // A flush that began earlier may have missed the event, and a failed one is repeated after a pause.
    if (runLog.hasUnstored(type)) {
      await sleep(CHANGE_RETRY_MS, undefined, { signal }).catch(() => undefined);
    }
  }
}

/**
 * The work of such a run concludes only because it is cut. What it appends now is stored with its end, or not at all: a
 * process that takes it over must not find steps that ended because this one does.
 */
function isCut(run: LocalRun | undefined): boolean {
  const reason: unknown = run?.abort.signal.reason;
  return reason === "interrupted" || reason === "lease-lost";
}

async function flush(): Promise<void> {
  const { instanceId, dirty, runs } = runRegistry();
  const ready = [...dirty].filter(({ runId }) => !isCut(runs.get(runId)));
  for (const runLog of ready) dirty.delete(runLog);
  const batches = ready.flatMap((runLog) => {
    const events = signOrLose(runLog, runs.get(runLog.runId), () => runLog.takePending());
    return events ? [{ runLog, events }] : [];
  });
  const events = batches.flatMap((batch) => batch.events);
  const isStored = await tryToStore("flush", async () => {
    if (events.length === 0) return;
    const done = metrics().flushSeconds.startTimer();
    const held = await appendRunEvents(instanceId, events, (runId) => runs.get(runId)?.ownerId);
    done();
    metrics().flushedEvents.inc(events.length);
    for (const { runLog } of batches) {
      if (!held.has(runLog.runId)) loseLease(runs.get(runLog.runId));
    }
  });
  if (isStored) {
    for (const { runLog } of batches) runLog.confirmTaken();
    return;
  }
  // Keep the events for the next flush. The supervisor ends a run whose events wait too long.
  for (const batch of batches) {
    batch.runLog.restorePending(batch.events);
    dirty.add(batch.runLog);
  }
}
