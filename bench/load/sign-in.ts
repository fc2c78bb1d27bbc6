/** Signs in over HTTP, as the page does. */
import { readText, sendRequest } from "./send-request.ts";
import { openBrowser } from "./target.ts";

/**
 * @returns the `Cookie` header of the session
 * @throws Error when the sign-in is refused
 */
export async function signIn(origin: string, email: string, password: string): Promise<string> {
  const browser = openBrowser("");
  const response = await sendRequest(browser, `${origin}/api/auth/sign-in/email`, {
    method: "POST",
    headers: { "content-type": "application/json", origin },
    body: JSON.stringify({ email, password }),
  });
  const answer = await readText(response);
  browser.agent.destroy();
  const cookies = (response.headers["set-cookie"] ?? []).map((cookie) => cookie.split(";", 1)[0]);
  if (response.statusCode !== 200 || cookies.length === 0) {
    throw new Error(`sign-in answered ${response.statusCode}: ${answer.slice(0, 200)}`);
  }
  return cookies.join("; ");
}
