/** Ends what the bench has started, in reverse order. */

export type Cleanups = {
  add(cleanup: () => Promise<void> | void): void;
  /** Runs all cleanups, last added first. A second call returns the same promise; an error is printed. */
  runAll(): Promise<void>;
};

export function collectCleanups(): Cleanups {
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
