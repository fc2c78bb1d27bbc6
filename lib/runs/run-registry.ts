import "server-only";
/** The runs that this process holds. One registry per process, however often a bundler copies this module. */
import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import { settings } from "../env/settings.ts";
import type { RunLog } from "./run-log.ts";

export type LocalRun = {
  /** The person whose run this is: nobody else may follow it. */
  readonly ownerId: string;
  readonly log: RunLog;
  readonly abort: AbortController;
  /** Settles when the run has ended and its end is stored, or its lease is lost. */
  done: Promise<void>;
};

type Registry = {
  /** Names this process in leases: `<instance>:<uuid>`, or the uuid alone where no instance is named. */
  readonly instanceId: string;
  readonly runs: Map<string, LocalRun>;
  /** Logs that hold events which no flush has stored yet. */
  readonly dirty: Set<RunLog>;
  /** Runs whose end is stored, and of which the next flush tells other instances. */
  readonly ended: Set<string>;
  /** Runs that are over here while their end is yet to be stored. */
  readonly unstored: Set<string>;
  /** The flush that is under way. */
  flushing: Promise<void> | undefined;
  /**
   * Calls `work` in the async context of the process. In the context of a request, every promise and timer of a run would
   * keep that request in memory until the run ends: headers, response, all that the framework stores about it.
   */
  outside<T>(work: () => T): T;
};

const KEY = Symbol.for("halfsilver.runs");
const store = globalThis as { [KEY]?: Registry };

/** What the names of all servers on this data folder begin with; empty where no instance is named. */
export function instancePrefix(): string {
  const { HALFSILVER_INSTANCE: instance } = settings();
  return instance ? `${instance}:` : "";
}

/** Made when the server starts, before there is a request. */
export function runRegistry(): Registry {
  store[KEY] ??= {
    instanceId: instancePrefix() + randomUUID(),
    runs: new Map(),
    dirty: new Set(),
    ended: new Set(),
    unstored: new Set(),
    flushing: undefined,
    outside: AsyncLocalStorage.snapshot(),
  };
  return store[KEY];
}
