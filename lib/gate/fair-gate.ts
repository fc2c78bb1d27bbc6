/**
 * Shares a fixed number of places between people. Each person has a limit. Of those waiting, the one with the lowest
 * recent use (recent-use.ts) is admitted first. Where use is not counted, people take turns. In this process only.
 */
import "server-only";
import { GATE_LIMITS } from "./limits.ts";
import type { RecentUse } from "./recent-use.ts";

/** For whom something is done, and until when they wait. */
export type Who = {
  /** The id of a person, or another key where no person is known. */
  person: string;
  /** Ends the wait. */
  signal?: AbortSignal;
  /** Around a wait. */
  waits?: { begin(): void; end(): void };
  /** Goes on with what was admitted before, so that it is not refused for a long line. */
  goesOn?: boolean;
};

/** Who may give up. */
export type Waiting = Who & { signal: AbortSignal };

/** Gives the place to whoever is next. Later calls do nothing. */
export type Leave = () => void;

type GateLimits = {
  places: number;
  placesPerPerson: number;
  waitingPerPersonMax?: number;
  waitingMax?: number;
  /** Counts what each person holds; gates may have one together. */
  use?: RecentUse;
  /** Called with each change of the number of those who wait. */
  onWaiting?(waiting: number): void;
};

type Person = {
  taken: number;
  line: (() => void)[];
  /** The number of their last admission, of all; 0 before the first. */
  admission: number;
};

export class FairGate {
  readonly #limits: Required<Omit<GateLimits, "use">>;
  readonly #use: RecentUse | undefined;
  /** Only people who have a place or wait. */
  readonly #people = new Map<string, Person>();
  #free: number;
  #waiting = 0;
  #admissions = 0;

  constructor({ onWaiting = () => undefined, use, ...limits }: GateLimits) {
    const { waitingPerPersonMax, waitingMax } = GATE_LIMITS;
    this.#limits = { waitingPerPersonMax, waitingMax, ...limits, onWaiting };
    this.#use = use;
    this.#free = limits.places;
  }

  /** @returns `too-long` where the line is, so that the caller is not in it */
  async enter(who: Who): Promise<Leave | "aborted" | "too-long"> {
    if (who.signal?.aborted) return "aborted";
    const person = this.#people.get(who.person) ?? { taken: 0, line: [], admission: 0 };
    const isFree = this.#free > 0 && person.taken < this.#limits.placesPerPerson;
    if (!isFree && !who.goesOn && this.#isTooLong(person)) return "too-long";
    this.#people.set(who.person, person);
    return isFree ? this.#take(who.person, person) : this.#wait(who, person);
  }

  #isTooLong({ line }: Person): boolean {
    const { waitingPerPersonMax, waitingMax } = this.#limits;
    return line.length >= waitingPerPersonMax || (this.#waiting >= waitingMax && line.length > 0);
  }

  #take(key: string, person: Person): Leave {
    this.#free -= 1;
    this.#admissions += 1;
    person.taken += 1;
    person.admission = this.#admissions;
    this.#use?.note(key, 1);
    let left = false;
    return () => {
      if (left) return;
      left = true;
      this.#free += 1;
      person.taken -= 1;
      this.#use?.note(key, -1);
      this.#admitNext();
      this.#forgetIdle(key, person);
    };
  }

  /**
   * Admits the person with the lowest recent use, and among equals the one admitted longest ago, so that nobody gets a
   * second place before all have had one. There may be nobody: everyone who waits may have all their places.
   */
  #admitNext(): void {
    let next: { person: Person; used: number } | undefined;
    for (const [key, person] of this.#people) {
      if (person.line.length === 0 || person.taken >= this.#limits.placesPerPerson) continue;
      const used = this.#use?.of(key) ?? 0;
      const isBefore =
        !next ||
        used < next.used ||
        (used === next.used && person.admission < next.person.admission);
      if (isBefore) next = { person, used };
    }
    next?.person.line.shift()?.();
  }

  #wait({ person: key, signal, waits }: Who, person: Person): Promise<Leave | "aborted"> {
    return new Promise((resolve) => {
      const end = (how: Leave | "aborted") => {
        signal?.removeEventListener("abort", giveUp);
        this.#countWaiting(-1);
        waits?.end();
        resolve(how);
      };
      const admit = () => end(this.#take(key, person));
      const giveUp = () => {
        person.line.splice(person.line.indexOf(admit), 1);
        this.#forgetIdle(key, person);
        end("aborted");
      };
      person.line.push(admit);
      this.#countWaiting(1);
      waits?.begin();
      signal?.addEventListener("abort", giveUp, { once: true });
    });
  }

  #countWaiting(change: 1 | -1): void {
    this.#waiting += change;
    this.#limits.onWaiting(this.#waiting);
  }

  #forgetIdle(key: string, { taken, line }: Person): void {
    if (taken === 0 && line.length === 0) this.#people.delete(key);
  }
}
