/** Sends a message through the server action, as the page does. */
import { randomUUID } from "node:crypto";
import { readText, sendRequest } from "./send-request.ts";
import type { Browser, Target } from "./target.ts";

export type ActionTarget = Extract<Target, { actionId: string }>;

export type Started = { conversationId: string; runId: string; bytes: number };

/**
 * The arguments are sent as a JSON array; the result is a line `<id>:<JSON>` of the RSC response.
 * @throws Error when the action refuses
 */
export async function sendMessage(
  browser: Browser,
  target: ActionTarget,
  text: string,
): Promise<Started> {
  const { origin, actionId } = target;
  const { conversationId } = browser;
  const message = {
    ...(conversationId ? { conversationId } : {}),
    clientMessageId: randomUUID(),
    text,
    attachmentIds: [],
  };
  const ours = conversationId ? `c/${conversationId}` : "";
  const page = target.kind === "action" ? target.page : ours;
  const response = await sendRequest(browser, `${origin}/${page}`, {
    method: "POST",
    headers: {
      accept: "text/x-component",
      "content-type": "text/plain;charset=UTF-8",
      "next-action": actionId,
      origin,
    },
    body: JSON.stringify([message]),
  });
  const answer = await readText(response);
  const result = /^[0-9a-f]+:(\{"ok":.*\})$/m.exec(answer)?.[1];
  if (!result)
    throw new Error(`the action answered ${response.statusCode}: ${answer.slice(0, 200)}`);
  const parsed = JSON.parse(result);
  if (!parsed.ok) throw new Error(`the action refused: ${parsed.reason}`);
  return { ...parsed, bytes: answer.length };
}
