/** Speaks to a demo model over HTTP, as any client would. */
import type { DemoModel } from "../start-demo-model.ts";
import { CODE_TOOL, user, type WireMessage } from "./converse.ts";

export const WIRE_TOOLS = [{ type: "function", function: CODE_TOOL }];

export function post(demo: DemoModel, body: unknown, init: RequestInit = {}): Promise<Response> {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return fetch(`${demo.url}/chat/completions`, { method: "POST", body: text, ...init });
}

/** The answer to these messages, in one piece. */
export async function completionOf(demo: DemoModel, ...messages: WireMessage[]) {
  const response = await post(demo, { messages, tools: WIRE_TOOLS });
  const { choices, usage } = await response.json();
  return { ...choices[0], usage };
}

/** The answer as server-sent events; the last one is `[DONE]` and no chunk. */
export async function streamOf(
  demo: DemoModel,
  content: string,
  extra: Record<string, unknown> = {},
) {
  const response = await post(demo, { messages: [user(content)], stream: true, ...extra });
  const events = (await response.text()).trim().split("\n\n");
  const chunks = events.slice(0, -1).map((event) => JSON.parse(event.slice(6)));
  return { response, events, chunks };
}
