/** What waits for the one thread of this process. There is one of it, however often a bundler copies this module. */

/**
 * `going-on`: somebody waits for its first word, and it has begun. `beginning`: was asked for. `ending`: nobody looks at
 * it, what there is to read stands on the page.
 */
export type Precedence = "going-on" | "beginning" | "ending";

type Waiting = {
  readonly writes: Set<() => void>;
  readonly work: Readonly<Record<Precedence, (() => void)[]>>;
  /** On the clock of `performance.now()`: until when work begins in this turn of the loop; null before its first. */
  until: number | null;
  /** On the same clock: when the loop last looked for work. */
  workedAt: number;
  /** How many may still end in this turn of the loop. */
  ends: number;
};

const KEY = Symbol.for("halfsilver.event-loop");
const store = globalThis as { [KEY]?: Waiting };

export function waiting(): Waiting {
  store[KEY] ??= {
    writes: new Set(),
    work: { "going-on": [], beginning: [], ending: [] },
    until: null,
    workedAt: 0,
    ends: 0,
  };
  return store[KEY];
}
