/**
 * Remembers the people of recent session tokens. The owner of a session never changes, but its validity does, so every
 * act checks it again. Only the stream of an answer, which follows a send with the same cookie, trusts a lookup of the
 * last two seconds. Signing out removes the entry at once.
 */
import "server-only";
import { PEOPLE_CACHED_MAX, PERSON_CACHED_MS } from "../limits.ts";
import type { Person } from "./find-person.ts";

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
  people.set(token, { person, until: performance.now() + PERSON_CACHED_MS });
  const [oldest] = people.keys();
  if (people.size > PEOPLE_CACHED_MAX && oldest) people.delete(oldest);
}

/** Undefined if there was no lookup of this token in the last two seconds. */
export function recallPerson(token: string): Person | undefined {
  const found = recent().get(token);
  return found && found.until > performance.now() ? found.person : undefined;
}

/** The person of any earlier lookup of this token. The act must check that the session is still valid. */
export function recallOwner(token: string): Person | undefined {
  return recent().get(token)?.person;
}

export function forgetPerson(token: string): void {
  recent().delete(token);
}
