/**
 * Shares a fixed number of places between people: each has a limit, and whoever waits is admitted in turn, one person after
 * the other. In this process only.
 */
import "server-only";
import { GATE_LIMITS } from "./limits.ts";

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

/** Gives the place to whoever is next. Later calls do nothing. */
export type Leave = () => void;

type GateLimits = {
  places: number;
  placesPerPerson: number;
  waitingPerPersonMax?: number;
  waitingMax?: number;
  /** Called with each change of the number of those who wait. */
  onWaiting?(waiting: number): void;
};

export type FairGate = {
  /** `too-long`: the line is, and the caller is not in it. */
  enter(who: Who): Promise<Leave | "aborted" | "too-long">;
};

type Person = {
  taken: number;
  line: (() => void)[];
  /** The number of their last admission, of all; 0 before the first. */
  admission: number;
};

export function createFairGate({
  places,
  placesPerPerson,
  waitingPerPersonMax = GATE_LIMITS.waitingPerPersonMax,
  waitingMax = GATE_LIMITS.waitingMax,
  onWaiting,
}: GateLimits): FairGate {
  let free = places;
  let waiting = 0;
  let admissions = 0;
  /** Only people who have a place or wait. */
  const people = new Map<string, Person>();

  function countWaiting(change: 1 | -1): void {
    waiting += change;
    onWaiting?.(waiting);
  }

  function forgetIdle(key: string, { taken, line }: Person): void {
    if (taken === 0 && line.length === 0) people.delete(key);
  }

  function take(key: string, person: Person): Leave {
    free -= 1;
    person.taken += 1;
    admissions += 1;
    person.admission = admissions;
    let left = false;
    return () => {
      if (left) return;
      left = true;
      free += 1;
      person.taken -= 1;
      admitNext();
      forgetIdle(key, person);
    };
  }

  /**
   * Admits whoever has had nothing for the longest time, so that nobody gets a second place before all have had one. There may
   * be nobody: who waits may have all their places.
   */
  function admitNext(): void {
    let next: Person | undefined;
    for (const person of people.values()) {
      if (person.line.length === 0 || person.taken >= placesPerPerson) continue;
      if (!next || person.admission < next.admission) next = person;
    }
    next?.line.shift()?.();
  }

  function isTooLong({ line }: Person): boolean {
    return line.length >= waitingPerPersonMax || (waiting >= waitingMax && line.length > 0);
  }

  function waitInLine(key: string, person: Person, { signal, waits }: Who) {
    return new Promise<Leave | "aborted">((resolve) => {
      const end = (how: Leave | "aborted") => {
        signal?.removeEventListener("abort", giveUp);
        countWaiting(-1);
        waits?.end();
        resolve(how);
      };
      const admit = () => end(take(key, person));
      const giveUp = () => {
        person.line.splice(person.line.indexOf(admit), 1);
        forgetIdle(key, person);
        end("aborted");
      };
      person.line.push(admit);
      countWaiting(1);
      waits?.begin();
      signal?.addEventListener("abort", giveUp, { once: true });
    });
  }

  return {
    async enter(who) {
      if (who.signal?.aborted) return "aborted";
      const person = people.get(who.person) ?? { taken: 0, line: [], admission: 0 };
      const isFree = free > 0 && person.taken < placesPerPerson;
      if (!isFree && !who.goesOn && isTooLong(person)) return "too-long";
      people.set(who.person, person);
      if (isFree) return take(who.person, person);
      return waitInLine(who.person, person, who);
    },
  };
}
