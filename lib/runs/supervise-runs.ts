import "server-only";
/** Everything that beats while the server is up: flush, heartbeat, sweep, and an orderly end. */
import { sweepExpiredRuns } from "../db/runs/sweep-expired-runs.ts";
import { settings } from "../env/settings.ts";
import { log } from "../log/log.ts";
import { flushPause } from "./flush-pause.ts";
import { flushRuns } from "./flush-runs.ts";
import { keepLeases } from "./keep-leases.ts";
import { runRegistry } from "./run-registry.ts";
import { listenForRuns } from "./watch-runs.ts";

const KEY = Symbol.for("halfsilver.supervisor");
const store = globalThis as { [KEY]?: true };

/** Starts the beats, once per process. */
export function superviseRuns(): void {
  if (store[KEY]) return;
  store[KEY] = true;
  const { RUN_FLUSH_MS, RUN_LEASE_MS, RUN_SWEEP_MS } = settings();
  // Made here at the latest: its place in time decides what is outside of every request.
  runRegistry();
  beat((tookMs) => flushPause(tookMs, RUN_FLUSH_MS), flushRuns);
  beat(() => RUN_LEASE_MS / 3, keepLeases);
  beat(() => RUN_SWEEP_MS, sweep);
  void sweep();
  listenForRuns();
}

/** Ends every run of this process as interrupted and waits until that is stored and told. */
export async function interruptRuns(): Promise<void> {
  const runs = [...runRegistry().runs.values()];
  for (const run of runs) run.abort.abort("interrupted");
  await Promise.all(runs.map((run) => run.done));
  // One that is under way began before the last end was stored.
  await runRegistry().flushing;
  await flushRuns();
}

/** Repeats an action with a pause between its end and its next start, which may depend on how long it took. */
function beat(pauseMs: (tookMs: number) => number, action: () => Promise<void>): void {
  const wait = (tookMs: number) => setTimeout(() => void act(), pauseMs(tookMs)).unref();
  const act = async () => {
    const startedAt = performance.now();
    await action().finally(() => wait(performance.now() - startedAt));
  };
  wait(0);
}

async function sweep(): Promise<void> {
  try {
    const ended = await sweepExpiredRuns();
    if (ended.length > 0) log().warn({ runs: ended.length }, "ended the runs of a dead process");
  } catch (error) {
    log().warn({ err: error }, "the sweep failed and will be tried again");
  }
}
