/** A request seen as one turn: what the person asks, what is attached, what came before, what tools have returned. */

import type { ChatMessage, ChatRequest, ToolCall } from "./chat-request.ts";
import { type Attachment, splitAttachments } from "./files/split-attachments.ts";
import { readFacts } from "./memory/read-facts.ts";
import { partStepResults, readStepResult } from "./memory/read-step-results.ts";

export type ToolResult = { call: ToolCall; content: string };

export type Turn = {
  request: ChatRequest;
  /** The last user message without its attachment lines. */
  question: string;
  /** Of the last user message. */
  attachments: Attachment[];
  /** Of earlier user messages, newest first. */
  earlierAttachments: Attachment[];
  /** What earlier steps of the same plan found, in order. */
  stepResults: string[];
  /** Calls since the last user message, each with its result. */
  results: ToolResult[];
  /** Calls before the last user message, or facts about them, each with its result. */
  earlierResults: ToolResult[];
};

export function readTurn(request: ChatRequest): Turn {
  const { messages } = request;
  const last = messages.findLastIndex(
    ({ role, content }) => role === "user" && readStepResult(content) === null,
  );
  const end = messages.findLastIndex((message) => message.role === "user");
  const earlier = messages.slice(0, Math.max(last, 0));
  const { text, attachments } = splitAttachments(messages[last]?.content ?? "");
  const { question, results } = partStepResults(text);
  const asked = [...readFacts(messages), ...pairResults(earlier)];
  return {
    request,
    question,
    attachments,
    earlierAttachments: earlier
      .filter((message) => message.role === "user")
      .reverse()
      .flatMap((message) => splitAttachments(message.content).attachments),
    stepResults: [...results, ...messages.flatMap(stepResultOf)],
    results: pairResults(messages.slice(end + 1)),
    earlierResults: asked,
  };
}

function stepResultOf({ role, content }: ChatMessage): string[] {
  const result = role === "user" ? readStepResult(content) : null;
  return result === null ? [] : [result];
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
