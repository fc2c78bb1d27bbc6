import "server-only";
/**
 * Whom the last requests came from. A send is followed at once by the reading of its answer, with the same cookie: the
 * second of the two does not ask the database again. Forgotten after two seconds, and at once on signing out.
 */
import type { Person } from "./find-person.ts";

const KEPT_MS = 2_000;
const KEPT_MAX = 10_000;
const KEY = Symbol.for("halfsilver.recent-people");

type Recent = Map<string, { person: Person; until: number }>;
const store = globalThis as { [KEY]?: Recent };

function recent(): Recent {
  store[KEY] ??= new Map();
  return store[KEY];
}

export function rememberPerson(token: string, person: Person): void {
  const people = recent();
  people.delete(token);
  people.set(token, { person, until: performance.now() + KEPT_MS });
  const [oldest] = people.keys();
  if (people.size > KEPT_MAX && oldest) people.delete(oldest);
}

/** Undefined where nobody was found with this token a moment ago. */
export function recallPerson(token: string): Person | undefined {
  const found = recent().get(token);
  if (!found) return undefined;
  if (found.until > performance.now()) return found.person;
  recent().delete(token);
  return undefined;
}

export function forgetPerson(token: string): void {
  recent().delete(token);
}
