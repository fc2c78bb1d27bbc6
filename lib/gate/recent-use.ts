/**
 * How much each person has used places recently, in place-seconds. It decays: every half minute, half of it is forgotten. In
 * this process only.
 */
import { LRUCache } from "lru-cache";
import { RECENT_USE } from "./limits.ts";

/** `used`: place-seconds at the time `at`, which is in milliseconds. `places`: held since then. */
type Held = { used: number; places: number; at: number };

export class RecentUse {
  readonly #people = new LRUCache<string, Held>({ max: RECENT_USE.peopleMax });
  readonly #now: () => number;

  /** @param now in milliseconds */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** @param change of the number of places that the person holds */
  note(person: string, change: 1 | -1): void {
    const at = this.#now();
    const held = this.#people.get(person);
    const places = Math.max(0, (held?.places ?? 0) + change);
    this.#people.set(person, { used: held ? usedAt(held, at) : 0, places, at });
  }

  of(person: string): number {
    const held = this.#people.peek(person);
    return held ? usedAt(held, this.#now()) : 0;
  }

  /** Whether this person has recently used much more than the others who used any. */
  isAhead(person: string): boolean {
    const own = this.of(person);
    if (own < RECENT_USE.aheadFromS) return false;
    const others = [...this.#people.keys()]
      .filter((other) => other !== person)
      .map((other) => this.of(other))
      .filter((used) => used > RECENT_USE.noneBelowS);
    const mean = others.reduce((sum, used) => sum + used, 0) / Math.max(1, others.length);
    return own > mean * RECENT_USE.aheadBy;
  }
}

/** Decays at a rate, and grows by the places that are held. */
function usedAt({ used, places, at }: Held, now: number): number {
  const decayPerS = Math.LN2 / RECENT_USE.halfLifeS;
  const left = Math.exp((-decayPerS * (now - at)) / 1_000);
  return used * left + (places * (1 - left)) / decayPerS;
}
