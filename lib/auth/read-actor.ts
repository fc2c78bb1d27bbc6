import "server-only";
/** Cookie to actor from a bare request, where there is no framework around it. */
import type { Actor } from "../access/actor.ts";
import { AppError } from "../errors/app-error.ts";
import { findPerson } from "./find-person.ts";
import { readSessionToken, sessionCookieName } from "./session-cookie.ts";

/**
 * @param cookies the request's `Cookie` header
 * @throws AppError `signed-out`
 */
export async function readActor(cookies: string | null | undefined): Promise<Actor> {
  const value = readCookie(cookies ?? "", sessionCookieName());
  const token = readSessionToken(value);
  const person = token === null ? null : await findPerson(token);
  if (!person) throw new AppError("signed-out");
  return person.actor;
}

function readCookie(header: string, name: string): string | undefined {
  for (const pair of header.split(";")) {
    const equals = pair.indexOf("=");
    if (equals < 0 || pair.slice(0, equals).trim() !== name) continue;
    return percentDecoded(pair.slice(equals + 1).trim());
  }
  return undefined;
}

function percentDecoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
