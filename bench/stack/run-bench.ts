/** Runs a bench, and ends what it has started, in reverse order. */

export type Cleanups = {
  add(cleanup: () => Promise<void> | void): void;
  /** Runs all cleanups, last added first. A second call returns the same promise; an error is printed. */
  runAll(): Promise<void>;
};

/** Runs `main`, then the cleanups, and ends the process: with 1 after an error, a signal, or the end of its parent. */
export function runBench(main: (cleanups: Cleanups) => Promise<void>): void {
  const cleanups = collectCleanups();
  const end = async (code: number): Promise<never> => {
    await cleanups.runAll();
    process.exit(code);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => end(1));
  if (process.channel) process.once("disconnect", () => end(1));
  main(cleanups).then(
    () => end(0),
    (error: unknown) => {
      console.error(error instanceof Error ? error.stack : error);
      return end(1);
    },
  );
}

function collectCleanups(): Cleanups {
  const added: (() => Promise<void> | void)[] = [];
  let running: Promise<void> | undefined;
  const run = async () => {
    for (const cleanup of added.toReversed()) {
      await Promise.resolve(cleanup()).catch((error: unknown) => console.error(error));
    }
  };
  return {
    add: (cleanup) => added.push(cleanup),
    runAll: () => {
      running ??= run();
      return running;
    },
  };
}
