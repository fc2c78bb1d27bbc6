/** Asks the skills as an agent loop would, or a demo model over HTTP, for tests. */
import { markData } from "../../contracts/model/marked-data.ts";
import { parseChatRequest, type ToolDefinition } from "../chat-request.ts";
import { readTurn } from "../read-turn.ts";
import type { Reply, ReplyToolCall } from "../skill.ts";
import { answerTurn } from "../skills/all-skills.ts";
import type { DemoModel } from "../start-demo-model.ts";

export type WireMessage = Record<string, unknown>;

/** Tools with the purposes of the real ones and other names: skills find tools by their descriptions. */
export const CODE_TOOL: ToolDefinition = {
  name: "snake_box",
  description: "Runs Python code and returns what it prints.",
  parameters: {
    type: "object",
    properties: { program: { type: "string", description: "Source code." } },
    required: ["program"],
  },
};

export const CHART_TOOL: ToolDefinition = {
  name: "pencil",
  description: "Draws a chart of figures.",
  parameters: {
    type: "object",
    properties: { labels: { type: "array" }, series: { type: "array" }, title: { type: "string" } },
    required: ["labels", "series"],
  },
};

export const FILE_TOOL: ToolDefinition = {
  name: "reader",
  description: "Extracts the text of an attached file.",
  parameters: {
    type: "object",
    properties: {
      attachment_id: { type: "string" },
      mode: { type: "string", enum: ["plain", "layout"] },
    },
    required: ["attachment_id", "mode"],
  },
};

/** @throws Error where the messages break the protocol */
export function replyTo(
  messages: WireMessage[],
  tools: ToolDefinition[] = [CODE_TOOL, FILE_TOOL],
): Reply {
  const wired = tools.map((tool) => ({ type: "function", function: tool }));
  const parsed = parseChatRequest({ messages, tools: wired });
  if (!parsed.ok) throw new Error(parsed.message);
  return answerTurn(readTurn(parsed.request));
}

export const user = (content: string): WireMessage => ({ role: "user", content });

/** What a prompt holds beside what somebody said. */
export const data = (content: string): WireMessage => user(markData(content, "5a".repeat(16)));

/** One round: the model's calls, and the result of each, in order. */
export function round(calls: readonly ReplyToolCall[], results: readonly string[]): WireMessage[] {
  const prefix = `${calls.map((made) => made.arguments).join("|").length}-${results.join("|").length}`;
  const toolCalls = calls.map((made, index) => ({
    id: `call-${prefix}-${index}`,
    type: "function",
    function: made,
  }));
  return [
    { role: "assistant", content: "", tool_calls: toolCalls },
    ...toolCalls.map(({ id }, index) => ({
      role: "tool",
      tool_call_id: id,
      content: results[index] ?? "",
    })),
  ];
}

/** Asks, answers each call, and returns all messages of the exchange with the final text. */
export function converse(
  earlier: WireMessage[],
  question: string,
  answerCall: (made: ReplyToolCall) => string,
): { messages: WireMessage[]; calls: ReplyToolCall[]; text: string } {
  const messages = [...earlier, user(question)];
  const calls: ReplyToolCall[] = [];
  for (let rounds = 0; rounds < 5; rounds += 1) {
    const reply = replyTo(messages);
    if (reply.toolCalls.length === 0) {
      messages.push({ role: "assistant", content: reply.text });
      return { messages, calls, text: reply.text };
    }
    calls.push(...reply.toolCalls);
    messages.push(...round(reply.toolCalls, reply.toolCalls.map(answerCall)));
  }
  throw new Error("no end after five rounds");
}

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
