/** Finds the person of a session token in one round trip. Expired sessions and banned people yield null. */
import "server-only";
import { type Actor, Role } from "../../access/actor.ts";
import { kysely } from "../../db/client.ts";
import { type Given, prepareStatement } from "../../db/prepare-statement.ts";
import { SESSION_HOLDS } from "../../db/session-holds.ts";
import { processWide } from "../../env/process-wide.ts";
import { PEOPLE_CACHED_MAX, PERSON_CACHED_MS } from "../limits.ts";

export type Person = { readonly actor: Actor; readonly name: string; readonly email: string };

const findSession = prepareStatement("find-person", (given: Given<{ token: string }>) =>
  kysely()
    .selectFrom("session")
    .innerJoin("user", "user.id", "session.user_id")
    .select(["user.id", "user.role", "user.name", "user.email"])
    .where("session.token", "=", given("token"))
    .where(SESSION_HOLDS),
);

/** @param recently accept a lookup of the last two seconds; only for requests that follow a checked one */
export async function findPerson(token: string, recently = false): Promise<Person | null> {
  const known = recently ? recallPerson(token) : undefined;
  if (known) return known;
  const [row] = await findSession({ token });
  const role = Role.safeParse(row?.role);
  if (!row || !role.success) return null;
  const person = {
    actor: { userId: row.id, role: role.data },
    name: row.name,
    email: row.email,
  };
  rememberPerson(token, person);
  return person;
}

// Remembers the people of recent session tokens. The owner of a session never changes, but its validity does, so every
// act checks it again. Only the stream of an answer, which follows a send with the same cookie, trusts a lookup of the
// last two seconds. Signing out removes the entry at once.

type Recent = Map<string, { person: Person; until: number }>;

const recent = processWide<Recent>("recent-people", () => new Map());

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
