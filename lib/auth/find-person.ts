import "server-only";
/** Who a session token belongs to: one round trip, nothing for expired sessions and banned people. */
import { type Actor, Role } from "../access/actor.ts";
import { runStatement } from "../db/run-statement.ts";
import { SESSION_HOLDS_SQL } from "../db/session-holds-sql.ts";
import { recallPerson, rememberPerson } from "./recent-people.ts";

export type Person = { readonly actor: Actor; readonly name: string; readonly email: string };

const FIND_PERSON = {
  name: "find-person",
  text: `SELECT u.id, u.role, u.name, u.email
    FROM session s JOIN "user" u ON u.id = s.user_id
    WHERE s.token = $1 AND ${SESSION_HOLDS_SQL}`,
};

type Row = { id: string; role: string; name: string; email: string };

/** @param recently whoever was found a moment ago is believed: for what only follows a request that has asked */
export async function findPerson(token: string, recently = false): Promise<Person | null> {
  const known = recently ? recallPerson(token) : undefined;
  if (known) return known;
  const [row] = await runStatement<Row>(FIND_PERSON, [token]);
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
