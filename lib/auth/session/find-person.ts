/** Finds the person of a session token in one round trip. Expired sessions and banned people yield null. */
import "server-only";
import { type Actor, Role } from "../../access/actor.ts";
import { kysely } from "../../db/client.ts";
import { type Given, prepareStatement } from "../../db/prepare-statement.ts";
import { SESSION_HOLDS } from "../../db/session-holds.ts";
import { recallPerson, rememberPerson } from "./recent-people.ts";

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
