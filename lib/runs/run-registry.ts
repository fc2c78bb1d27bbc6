/** The runs that this process holds. One registry per process, even if a bundler copies this module. */
import "server-only";
import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import { processWide } from "../env/process-wide.ts";
import { settings } from "../env/settings.ts";
import { log } from "../log/log.ts";
import { metrics } from "../metrics/metrics.ts";
import type { RunLog } from "./run-log.ts";

export type LocalRun = {
  /** The owner of the run; nobody else may follow it. */
  readonly ownerId: string;
  readonly log: RunLog;
  readonly abort: AbortController;
  /** Settles when the run has ended and its end is stored, or its lease is lost. */
  done: Promise<void>;
};

type Registry = {
  /** Name of this process in leases: `<instance>:<uuid>`, or only the uuid if no instance is named. */
  readonly instanceId: string;
  readonly runs: Map<string, LocalRun>;
  /** Logs with unstored events. */
  readonly dirty: Set<RunLog>;
  /** Runs that are being taken over, and whose work has not begun. */
  readonly taking: Set<string>;
  /** Finished runs whose end is not stored yet. */
  readonly unstored: Set<string>;
  /** True once the process ends: a run that still starts is interrupted at once. */
  isEnding: boolean;
  /** The running flush. */
  flushing: Promise<void> | undefined;
  /**
   * Calls `work` in the async context of the process. In a request's context, every promise and timer of a run would
   * keep that request in memory until the run ends.
   */
  outside<T>(work: () => T): T;
};

/** The common prefix of the names of all servers on this data folder; empty if no instance is named. */
export function instancePrefix(): string {
  const { HALFSILVER_INSTANCE: instance } = settings();
  return instance ? `${instance}:` : "";
}

/** Created when the server starts, before the first request. */
export const runRegistry = processWide<Registry>("runs", () => ({
  instanceId: instancePrefix() + randomUUID(),
  runs: new Map(),
  dirty: new Set(),
  taking: new Set(),
  unstored: new Set(),
  isEnding: false,
  flushing: undefined,
  outside: AsyncLocalStorage.snapshot(),
}));

/** Another process has the run: this one stops its work, and stores nothing more of it. */
export function loseLease(run: LocalRun | undefined): void {
  if (!run || run.abort.signal.aborted) return;
  metrics().lostLeases.inc();
  run.abort.abort("lease-lost");
}

/**
 * A run whose events cannot be signed ends alone, as if its process were gone: the events of others are stored.
 * @param sign takes its events
 * @returns null where that fails
 */
export function signOrLose<Signed>(
  { runId }: RunLog,
  run: LocalRun | undefined,
  sign: () => Signed,
): Signed | null {
  try {
    return sign();
  } catch (error) {
    log().error({ runId, err: error }, "events of a run could not be signed");
    loseLease(run);
    return null;
  }
}
