/** Ends the session on the server and clears its cookie. */
import "server-only";
import { endSession } from "../db/accounts/audited-accounts.ts";
import { auth } from "./auth-server.ts";
import { forgetPerson } from "./session/find-person.ts";
import { findSessionToken } from "./session/find-session-token.ts";

/**
 * @returns the `Set-Cookie` lines that clear the cookie. Harmless when signed out already.
 * @throws Error if the session could not be ended, or that could not be recorded
 */
export async function signOut(headers: Headers): Promise<string[]> {
  const token = findSessionToken(headers.get("cookie"));
  if (token !== null) {
    // better-auth would clear the cookie even where the session could not be ended.
    await endSession(token);
    forgetPerson(token);
  }
  const response = await auth().api.signOut({ headers, asResponse: true });
  return response.headers.getSetCookie();
}
