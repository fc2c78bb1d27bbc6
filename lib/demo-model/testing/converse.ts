/** Asks the skills as a model loop would: tools answer, and the reply after them counts. */
import { parseChatRequest, type ToolDefinition } from "../chat-request.ts";
import { readTurn } from "../read-turn.ts";
import type { Reply, ReplyToolCall } from "../skill.ts";
import { answerTurn } from "../skills/all-skills.ts";

export type WireMessage = Record<string, unknown>;

/** Same purposes as the real tools, other names: what counts is what they say about themselves. */
export const CODE_TOOL: ToolDefinition = {
  name: "snake_box",
  description: "Runs Python code and returns what it prints.",
  parameters: {
    type: "object",
    properties: { program: { type: "string", description: "Source code." } },
    required: ["program"],
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

/** One round: what the model called, and what came back for each call, in order. */
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

/** Asks, lets each call be answered, and gives every message of the exchange with the final text. */
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
