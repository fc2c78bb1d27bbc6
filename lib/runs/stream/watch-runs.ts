import "server-only";
/** Receives notifications of other instances about runs, over one LISTEN connection that is reopened when it breaks. */
import { openListener } from "../../db/client.ts";
import { RUN_CHANNEL } from "../../db/runs/append-run-events.ts";
import { log } from "../../log/log.ts";
import { RUN_WATCH_REOPEN_MS } from "../limits.ts";

export type RunWatcher = (runId: string) => void;

type Watch = {
  watchers: Map<string, Set<RunWatcher>>;
  stops: Set<RunWatcher>;
  started: boolean;
  isBroken: boolean;
};

const KEY = Symbol.for("halfsilver.run-watch");
const store = globalThis as { [KEY]?: Watch };

function watch(): Watch {
  store[KEY] ??= { watchers: new Map(), stops: new Set(), started: false, isBroken: false };
  return store[KEY];
}

/** Calls back on every notification about the run. @returns the function that ends the watch */
export function watchRun(runId: string, watcher: RunWatcher): () => void {
  const { watchers } = watch();
  const mine = watchers.get(runId) ?? new Set();
  watchers.set(runId, mine.add(watcher));
  return () => {
    mine.delete(watcher);
    if (mine.size === 0) watchers.delete(runId);
  };
}

/** Starts listening, once per process. */
export function listenForRuns(): void {
  if (watch().started) return;
  watch().started = true;
  void listen();
}

async function listen(): Promise<void> {
  const client = openListener();
  let isOver = false;
  // A broken connection emits more than one event.
  const reopen = (error?: Error) => {
    if (isOver) return;
    isOver = true;
    if (!watch().isBroken) log().warn({ err: error }, "the run channel broke");
    watch().isBroken = true;
    client.end().catch(() => undefined);
    setTimeout(() => void listen(), RUN_WATCH_REOPEN_MS).unref();
  };
  client.on("end", () => reopen());
  client.on("error", reopen);
  client.on("notification", ({ payload = "" }) => {
    const { watchers } = watch();
    if (watchers.size === 0) return;
    for (const runId of payload.split(",")) {
      for (const watcher of watchers.get(runId) ?? []) watcher(runId);
    }
  });
  try {
    await client.connect();
    await client.query(`LISTEN ${RUN_CHANNEL}`);
    watch().isBroken = false;
    // Notifications may have been missed while the connection was down.
    for (const [runId, watchers] of watch().watchers) for (const told of watchers) told(runId);
  } catch (error) {
    reopen(error as Error);
  }
}
