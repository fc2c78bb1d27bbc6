/** Everything that the bench starts is ended in the opposite order, however the bench ends. */

export type Endings = {
  add(end: () => Promise<void> | void): void;
  /** Safe to call twice. */
  endAll(): Promise<void>;
};

export function collectEndings(): Endings {
  const ends: (() => Promise<void> | void)[] = [];
  let ending: Promise<void> | undefined;
  const run = async () => {
    for (const end of ends.toReversed()) {
      await Promise.resolve(end()).catch((error: unknown) => console.error(error));
    }
  };
  return {
    add: (end) => ends.push(end),
    endAll: () => {
      ending ??= run();
      return ending;
    },
  };
}
