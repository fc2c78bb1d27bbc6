import "server-only";
/** Ends the session on the server and clears its cookie. */
import { auth } from "./auth-server.ts";
import { findSessionToken } from "./session/find-session-token.ts";
import { forgetPerson } from "./session/recent-people.ts";

/** The `Set-Cookie` lines that clear the cookie. Harmless when signed out already. */
export async function signOut(headers: Headers): Promise<string[]> {
  const response = await auth().api.signOut({ headers, asResponse: true });
  const token = findSessionToken(headers.get("cookie"));
  if (token !== null) forgetPerson(token);
  return response.headers.getSetCookie();
}
