/** Work that a process repeats until it is stopped, begun once per process, and a start that is tried again. */
import "server-only";
import { setTimeout as delay } from "node:timers/promises";
import { processSlot } from "../env/process-wide.ts";
import { log } from "../log/log.ts";

type Repeated = {
  /** Aborted once the work is stopped. */
  signal: AbortSignal;
  /** Resolves when nothing of it runs any more. */
  stop(): Promise<void>;
};

/** Makes one pass behind the other; a pass ends with its own pause and never rejects. */
export function repeatWork(pass: (signal: AbortSignal) => Promise<void>): Repeated {
  const over = new AbortController();
  const { signal } = over;
  const repeat = async () => {
    while (!signal.aborted) await pass(signal);
  };
  const running = repeat();
  const stop = () => {
    over.abort();
    return running;
  };
  return { signal, stop };
}

/** Ends early, and without an error, when the work is stopped. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal, ref: false }).catch(() => undefined);
}

/** Work of which a process has one at most. */
export function oncePerProcess<Work extends { stop(): Promise<void> }>(
  name: string,
  begin: () => Work,
) {
  const slot = processSlot<Work>(name);
  return {
    start() {
      slot.value ??= begin();
    },
    async stop() {
      await slot.value?.stop();
      slot.value = undefined;
    },
    /** What was begun; undefined where nothing runs. */
    running: () => slot.value,
  };
}

/**
 * Waits for the first attempt only, because the database may be away, and goes on until one succeeds.
 * @param failed the warning about an attempt that did not
 */
export async function untilStarted(
  start: () => Promise<unknown>,
  retryMs: number,
  failed: string,
): Promise<void> {
  try {
    await start();
  } catch (error) {
    log().warn({ err: error }, failed);
    setTimeout(() => void untilStarted(start, retryMs, failed), retryMs).unref();
  }
}
