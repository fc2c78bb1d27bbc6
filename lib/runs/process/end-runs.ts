/**
 * Ends the runs of a process that is told to end. Where another instance is up it goes on with them, and readers are sent
 * there; else they end as interrupted.
 */
import "server-only";
import { setTimeout as delay } from "node:timers/promises";
import { bus } from "../../bus/bus.ts";
import { releaseLeases } from "../../db/runs/lease/leases.ts";
import { log } from "../../log/log.ts";
import { flushRuns } from "../flush-runs.ts";
import { DRAIN_MS, INSTANCE_BEAT_MS, OTHERS_REMEMBERED_MS, TELL_END_MS } from "../limits.ts";
import { type LocalRun, runRegistry } from "../run-registry.ts";
import { closeStreams } from "../stream/open-streams.ts";
import { ORPHANS } from "../topics.ts";
import { hadOtherInstances, hasOtherInstances, keepInstance } from "./instances.ts";

/**
 * From now on no run starts here. Resolves when every run has ended, or is another instance's to go on with.
 * @param drainMs how long runs may go on, where another instance is up
 */
export async function endRuns(drainMs = DRAIN_MS): Promise<void> {
  runRegistry().isEnding = true;
  await tellEnd();
  const isAtWork = runRegistry().runs.size > 0;
  if (isAtWork && !hasOtherInstances() && hadOtherInstances(OTHERS_REMEMBERED_MS)) {
    // They may not have come to say that they are up.
    await delay(2 * INSTANCE_BEAT_MS);
    await tellEnd();
  }
  if (hasOtherInstances()) await handOverRuns(drainMs);
  else await interruptRuns();
}

/** Says that this one ends, and hears who stays. A database that is away must not keep it. */
async function tellEnd(): Promise<void> {
  await Promise.race([keepInstance(), delay(TELL_END_MS)]);
}

/** Resolves when the ends are stored. */
async function interruptRuns(): Promise<void> {
  const registry = runRegistry();
  const runs = [...registry.runs.values()];
  for (const run of runs) run.abort.abort("interrupted");
  await Promise.all(runs.map((run) => run.done));
  // A running flush started before the last end was stored.
  await registry.flushing;
  await flushRuns();
}

/** Gives runs some time to end by themselves. Their readers leave at once: they follow from another instance. */
async function handOverRuns(drainMs: number): Promise<void> {
  const { runs } = runRegistry();
  closeStreams();
  const waited = new AbortController();
  const late = delay(drainMs, undefined, { signal: waited.signal }).catch(() => undefined);
  await Promise.race([Promise.all([...runs.values()].map((run) => run.done)), late]);
  waited.abort();
  await handOver([...runs.entries()]);
}

/** What the log has is what the next process goes on from. */
async function handOver(runs: [runId: string, run: LocalRun][]): Promise<void> {
  if (runs.length === 0) return;
  for (const [, run] of runs) {
    // At once: what the work did after its log was closed would be on no record, and its end would be stored without it.
    run.log.freeze();
    run.abort.abort("handed-over");
  }
  // A flush that began earlier may have missed the last events.
  await flushRuns();
  await flushRuns();
  for (const [, run] of runs) run.log.abandon();
  const runIds = runs.map(([runId]) => runId);
  await releaseLeases(runRegistry().instanceId, runIds);
  bus().publish(ORPHANS, () => [""]);
  log().info({ runs: runs.length }, "handed over the runs of this process");
  await Promise.all(runs.map(([, run]) => run.done));
}
