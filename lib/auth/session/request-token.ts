/** The session token of the current request. */
import "server-only";
import { cookies } from "next/headers";
import { readSessionToken, sessionCookieName } from "./session-cookie.ts";

/** Null where there is none or its signature is invalid. */
export async function requestToken(): Promise<string | null> {
  return readSessionToken((await cookies()).get(sessionCookieName())?.value);
}
