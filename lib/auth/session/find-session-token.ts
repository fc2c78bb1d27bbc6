/** The session token in a `Cookie` header. */
import "server-only";
import { readCookie } from "./read-cookie.ts";
import { readSessionToken, sessionCookieName } from "./session-cookie.ts";

/** Null where there is none or its signature is invalid. */
export function findSessionToken(cookies: string | null | undefined): string | null {
  return readSessionToken(readCookie(cookies ?? "", sessionCookieName()));
}
