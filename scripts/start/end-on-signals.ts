/** Graceful shutdown on the first signal; forced after the grace period or on a second one of a person or a manager. */
import { setTimeout as delay } from "node:timers/promises";
import { SAME_SIGNAL_MS } from "../limits.ts";

export type Endable = {
  /** Ends everything in order. @returns the names of the services that had to be killed */
  stop(): Promise<readonly string[]>;
  /** Kills what is still running. */
  kill(): void;
};

/** @returns a signal that aborts when the shutdown starts; the process then exits: 0 in order, 1 when forced */
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
    else if (performance.now() - beganAt > SAME_SIGNAL_MS) force("Second signal.");
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, onSignal);
  // The terminal or the parent process has gone: that asks for an end, and never for a faster one.
  process.on("SIGHUP", end);
  if (process.channel) process.on("disconnect", end);
  // A closed terminal must not end this process before its children.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
  return ending.signal;
}
