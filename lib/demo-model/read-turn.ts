/** Reads a request as one turn: the question, attachments, earlier messages, results of tools and steps. */

import { isRecord, parseJson, textOf } from "../contracts/read-json.ts";
import type { ChatMessage, ChatRequest, ToolCall } from "./chat-request.ts";
import { type Attachment, splitAttachments } from "./files/split-attachments.ts";
import { QUESTION_MAX_CHARS } from "./limits.ts";

/** `sources`: the number of each item of the result, or one for all of it; empty where it has none. */
export type ToolResult = { call: ToolCall; content: string; sources: number[] };

export type Turn = {
  request: ChatRequest;
  /** The last user message without its attachment lines; of a long one, its beginning. */
  question: string;
  /** All of it. */
  wholeQuestion: string;
  /** Files of the last user message. */
  attachments: Attachment[];
  /** Files of earlier user messages, newest message first, and last file of each first. */
  earlierAttachments: Attachment[];
  /** Results of earlier steps of the same plan, in order. */
  stepResults: string[];
  /** Calls since the last user message, each with its result. */
  results: ToolResult[];
  /** Calls before the last user message, or facts about them, each with its result. */
  earlierResults: ToolResult[];
};

export function readTurn(request: ChatRequest): Turn {
  const { messages } = request;
  const last = messages.findLastIndex(({ role }) => role === "user");
  const end = messages.findLastIndex(({ role }) => role === "user" || role === "data");
  const earlier = messages.slice(0, Math.max(last, 0));
  const { text: question, attachments } = splitAttachments(messages[last]?.content ?? "");
  const asked = [...readFacts(messages), ...pairResults(earlier)];
  return {
    request,
    question: question.slice(0, QUESTION_MAX_CHARS),
    wholeQuestion: question,
    attachments,
    earlierAttachments: earlier
      .filter((message) => message.role === "user")
      .reverse()
      .flatMap((message) => splitAttachments(message.content).attachments.toReversed()),
    stepResults: messages.flatMap(stepResultOf),
    results: pairResults(messages.slice(end + 1)),
    earlierResults: asked,
  };
}

function stepResultOf({ role, content }: ChatMessage): string[] {
  const heading = role === "data" ? STEP_RESULT.exec(content) : null;
  return heading ? [content.slice(heading[0].length).trim()] : [];
}

function pairResults(messages: readonly ChatMessage[]): ToolResult[] {
  const contents = new Map<string, string>();
  for (const message of messages) {
    if (message.role === "tool") contents.set(message.toolCallId, message.content);
  }
  const calls = messages.flatMap((message) =>
    message.role === "assistant" ? message.toolCalls : [],
  );
  return calls.map((call) => ({ call, ...readSources(contents.get(call.id) ?? "") }));
}

const SOURCES = /^\((?:This result|Item 1) is source \[[^\n]*\)\n\n/;

/** Separates a result from the numbers of its sources above it. */
function readSources(content: string): Pick<ToolResult, "content" | "sources"> {
  const [note = ""] = SOURCES.exec(content) ?? [];
  const sources = [...note.matchAll(/ is source \[(\d+)\]/g)].map(([, number]) => Number(number));
  return { content: content.slice(note.length), sources };
}

/** What stands behind a claim from a source; nothing where it has no number. */
export function cite(number: number | undefined): string {
  return number === undefined ? "" : ` [${number}]`;
}

const HEADING = /^Facts from earlier results\b.*$/m;

/** Earlier results that data lists as facts, oldest first, as calls with their results. */
function readFacts(messages: readonly ChatMessage[]): ToolResult[] {
  return messages.flatMap((message) => {
    const heading = message.role === "data" ? HEADING.exec(message.content) : null;
    if (!heading) return [];
    const list = parseJson(message.content.slice(heading.index + heading[0].length).trim());
    return Array.isArray(list) ? list.flatMap(toResult) : [];
  });
}

function toResult(fact: unknown, index: number): ToolResult[] {
  if (!isRecord(fact) || textOf(fact.tool) === "") return [];
  const call = { id: `fact-${index}`, name: textOf(fact.tool), arguments: written(fact.arguments) };
  return [{ call, content: written(fact.result), sources: [] }];
}

function written(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value ?? null);
}

const STEP_RESULT = /^(?:Known so far, from an earlier step|Result of step [^\n:]*):\s*\n/;
