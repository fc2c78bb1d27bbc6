import "server-only";
/** Ends the session on the server and clears its cookie. */
import { auth } from "./auth-server.ts";

/** The `Set-Cookie` lines that clear the cookie. Harmless when signed out already. */
export async function signOut(headers: Headers): Promise<string[]> {
  const response = await auth().api.signOut({ headers, asResponse: true });
  return response.headers.getSetCookie();
}
