import "server-only";
/**
 * Does something for whoever a session belongs to, in one round trip where that is known: who it was is remembered, and
 * the act itself asks the database whether the session is still theirs.
 */
import type { Actor } from "../../access/actor.ts";
import { AppError } from "../../errors/app-error.ts";
import { findPerson } from "./find-person.ts";
import { forgetPerson, recallOwner, rememberPerson } from "./recent-people.ts";

/**
 * @param session what the act is to ask for, throwing AppError `signed-out` where it does not hold; null where the actor
 *   was looked up for this very act
 */
export type Act<T> = (actor: Actor, session: string | null) => Promise<T>;

/**
 * @param act is called a second time, for whoever it is now, where the first one threw `signed-out`
 * @returns null where the token is nobody's
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
      // Only what was done has asked: a refusal may come from before that.
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
