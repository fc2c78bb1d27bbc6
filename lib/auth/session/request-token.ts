import "server-only";
/** The session token of the request that is being rendered or answered. */
import { cookies } from "next/headers";
import { readSessionToken, sessionCookieName } from "./session-cookie.ts";

/** Null where there is none, or its signature is not ours. */
export async function requestToken(): Promise<string | null> {
  return readSessionToken((await cookies()).get(sessionCookieName())?.value);
}
