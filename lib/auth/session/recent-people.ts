import "server-only";
/**
 * Whom the last requests came from. Whose a session is does not change; whether it still holds is asked again by whatever
 * is done for its person. Only the reading of an answer, which follows a send at once with the same cookie, believes what
 * was found in the last two seconds. Forgotten at once on signing out.
 */
import type { Person } from "./find-person.ts";

const BELIEVED_MS = 2_000;
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
  people.set(token, { person, until: performance.now() + BELIEVED_MS });
  const [oldest] = people.keys();
  if (people.size > KEPT_MAX && oldest) people.delete(oldest);
}

/** Undefined where nobody was found with this token a moment ago. */
export function recallPerson(token: string): Person | undefined {
  const found = recent().get(token);
  return found && found.until > performance.now() ? found.person : undefined;
}

/** Who was found with this token whenever it was: to be proved by what is done for them. */
export function recallOwner(token: string): Person | undefined {
  return recent().get(token)?.person;
}

export function forgetPerson(token: string): void {
  recent().delete(token);
}
