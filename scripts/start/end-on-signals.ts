/** Ends in order at the first signal, and by force when that takes too long or at the second signal. */
import { setTimeout as delay } from "node:timers/promises";

/** Ctrl-C reaches us from the terminal, from npm and from whoever handed over to us, all within moments. */
const SAME_SIGNAL_MS = 500;

export type Endable = {
  /** Ends everything politely. @returns the names of those that had to be killed */
  stop(): Promise<readonly string[]>;
  /** Kills what is left, at once. */
  kill(): void;
};

/** @returns a signal that aborts when the end begins; the process then exits by itself: 0 in order, 1 by force */
export function endOnSignals(what: Endable, graceMs: number): AbortSignal {
  const ending = new AbortController();
  let beganAt = 0;

  const force = (why: string) => {
    console.error(`${why} Killing what is left.`);
    what.kill();
    process.exit(1);
  };
  const end = () => {
    if (ending.signal.aborted) return;
    ending.abort();
    beganAt = performance.now();
    console.log("\nStopping …");
    void delay(graceMs).then(() => force(`Not everything ended in ${graceMs / 1000} s.`));
    what.stop().then(
      (killed) => {
        if (killed.length > 0) console.error(`Had to be killed: ${killed.join(", ")}.`);
        process.exit(killed.length > 0 ? 1 : 0);
      },
      (error: Error) => force(error.message),
    );
  };
  const onSignal = () => {
    if (!ending.signal.aborted) end();
    else if (performance.now() - beganAt > SAME_SIGNAL_MS) force("Asked again.");
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, onSignal);
  // The process that handed over to us has ended.
  if (process.channel) process.on("disconnect", end);
  // A closed terminal must not end us before our children.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
  return ending.signal;
}
