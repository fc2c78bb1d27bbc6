/** Reads the actor from a plain Node request, outside the framework. */
import "server-only";
import type { Actor } from "../../access/actor.ts";
import { AppError } from "../../errors/app-error.ts";
import { findPerson } from "./find-person.ts";
import { findSessionToken } from "./find-session-token.ts";

/**
 * @param cookies the request's `Cookie` header
 * @param recently see `findPerson`
 * @throws AppError `signed-out`
 */
export async function readActor(cookies: string | undefined, recently = false): Promise<Actor> {
  const token = findSessionToken(cookies);
  const person = token === null ? null : await findPerson(token, recently);
  if (!person) throw new AppError("signed-out");
  return person.actor;
}
