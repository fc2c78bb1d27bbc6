/** A request seen as one turn: what the person asks, what is attached, what came before, what tools have returned. */

import type { ChatMessage, ChatRequest, ToolCall } from "./chat-request.ts";
import { type Attachment, splitAttachments } from "./files/split-attachments.ts";

export type ToolResult = { call: ToolCall; content: string };

export type Turn = {
  request: ChatRequest;
  /** The last user message without its attachment lines. */
  question: string;
  /** Of the last user message. */
  attachments: Attachment[];
  /** Of earlier user messages, newest first. */
  earlierAttachments: Attachment[];
  /** Calls since the last user message, each with its result. */
  results: ToolResult[];
  /** Calls before the last user message, each with its result. */
  earlierResults: ToolResult[];
};

export function readTurn(request: ChatRequest): Turn {
  const { messages } = request;
  const last = messages.findLastIndex((message) => message.role === "user");
  const earlier = messages.slice(0, Math.max(last, 0));
  const { text, attachments } = splitAttachments(messages[last]?.content ?? "");
  return {
    request,
    question: text,
    attachments,
    earlierAttachments: earlier
      .filter((message) => message.role === "user")
      .reverse()
      .flatMap((message) => splitAttachments(message.content).attachments),
    results: pairResults(messages.slice(last + 1)),
    earlierResults: pairResults(earlier),
  };
}

function pairResults(messages: readonly ChatMessage[]): ToolResult[] {
  const contents = new Map<string, string>();
  for (const message of messages) {
    if (message.role === "tool") contents.set(message.toolCallId, message.content);
  }
  const calls = messages.flatMap((message) =>
    message.role === "assistant" ? message.toolCalls : [],
  );
  return calls.map((call) => ({ call, content: contents.get(call.id) ?? "" }));
}
