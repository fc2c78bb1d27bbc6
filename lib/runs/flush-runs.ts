import "server-only";
/** Stores what all runs of this process appended since the last flush, and tells of it: one statement, whatever their number. */
import type { LogEvent } from "../contracts/run/log-event.ts";
import { appendRunEvents } from "../db/runs/append-run-events.ts";
import { runRegistry } from "./run-registry.ts";
import { tryToStore } from "./storage-trouble.ts";

/** Flushes once; a call while a flush is under way waits for that one. Never throws: what failed is tried again. */
export function flushRuns(): Promise<void> {
  const registry = runRegistry();
  registry.flushing ??= flush().finally(() => {
    registry.flushing = undefined;
  });
  return registry.flushing;
}

async function flush(): Promise<void> {
  const { instanceId, dirty, ended, runs } = runRegistry();
  const batches = [...dirty].map((runLog) => ({ runLog, events: runLog.takePending() }));
  dirty.clear();
  const events: LogEvent[] = batches.flatMap((batch) => batch.events);
  const news = [...ended];
  ended.clear();
  const isStored = await tryToStore("flush", async () => {
    if (events.length + news.length === 0) return;
    const held = await appendRunEvents(instanceId, events, news);
    for (const { runLog } of batches) {
      if (!held.has(runLog.runId)) runs.get(runLog.runId)?.abort.abort("lease-lost");
    }
  });
  if (isStored) return;
  // Kept for the next flush. A run whose events wait for too long is ended by the supervisor.
  for (const batch of batches) {
    batch.runLog.restorePending(batch.events);
    dirty.add(batch.runLog);
  }
  for (const runId of news) ended.add(runId);
}
