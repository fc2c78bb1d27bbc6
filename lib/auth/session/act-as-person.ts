/**
 * Acts for the person of a session. If the person is remembered, this takes one round trip: the act itself checks in
 * the database that the session is still valid.
 */
import "server-only";
import type { Actor } from "../../access/actor.ts";
import { AppError } from "../../errors/app-error.ts";
import { findPerson, forgetPerson, recallOwner, rememberPerson } from "./find-person.ts";

/**
 * @param session the session that the act must check, throwing AppError `signed-out` if it is invalid; null if the
 *   actor has just been looked up
 */
export type Act<T> = (actor: Actor, session: string | null) => Promise<T>;

/**
 * @param act is called again with a fresh lookup if the first call threw `signed-out`
 * @returns null if the token belongs to nobody
 */
export async function actAsPerson<T extends { ok: boolean }>(
  token: string | null,
  act: Act<T>,
): Promise<T | null> {
  if (token === null) return null;
  const owner = recallOwner(token);
  if (owner) {
    try {
      const done = await act(owner.actor, token);
      // Only success proves that the session was checked: a refusal may come earlier.
      if (done.ok) rememberPerson(token, owner);
      return done;
    } catch (error) {
      if (!(error instanceof AppError && error.code === "signed-out")) throw error;
      forgetPerson(token);
    }
  }
  const person = await findPerson(token);
  return person && act(person.actor, null);
}
