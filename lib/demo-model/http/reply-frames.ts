/** Converts a reply to Chat Completions: server-sent chunks, or one object. */
import { createHash } from "node:crypto";
import type { ChatRequest, ToolCall } from "../chat-request.ts";
import { TOKEN_MAX_CHARS } from "../limits.ts";
import type { Reply } from "../skill.ts";

export const MODEL_NAME = "halfsilver-demo";

export type WireReply = {
  id: string;
  /** Seconds since 1970. */
  created: number;
  reply: Reply;
  toolCalls: ToolCall[];
  usage: { prompt_tokens: number; completion_tokens: number; total_tokens: number };
  /** JSON of one delta each. */
  deltas: string[];
};

let served = 0;

/** @param promptChars size of the request, from which the number of tokens is estimated */
export function toWireReply(request: ChatRequest, reply: Reply, promptChars: number): WireReply {
  const toolCalls = reply.toolCalls.map((call, index) => ({
    ...call,
    id: callId(request, index, call.name + call.arguments),
  }));
  const deltas = [
    ...splitTokens(reply.text).map((piece) => `{"content":${JSON.stringify(piece)}}`),
    ...toolCalls.flatMap(toolCallDeltas),
  ];
  const prompt = Math.ceil(promptChars / 4);
  served += 1;
  return {
    id: `chatcmpl-demo-${served}`,
    created: Math.floor(Date.now() / 1000),
    reply,
    toolCalls,
    deltas,
    usage: {
      prompt_tokens: prompt,
      completion_tokens: deltas.length,
      total_tokens: prompt + deltas.length,
    },
  };
}

/** Deterministic: the same call at the same place of a conversation has the same id. */
function callId(request: ChatRequest, index: number, call: string): string {
  const place = `${request.messages.length}:${index}:${call}`;
  return `call_${createHash("sha256").update(place).digest("hex").slice(0, 24)}`;
}

function toolCallDeltas({ id, name, arguments: text }: ToolCall, index: number): string[] {
  const opening = { index, id, type: "function", function: { name, arguments: "" } };
  const rest = splitTokens(text).map(
    (piece) =>
      `{"tool_calls":[{"index":${index},"function":{"arguments":${JSON.stringify(piece)}}}]}`,
  );
  return [`{"tool_calls":[${JSON.stringify(opening)}]}`, ...rest];
}

/** One frame per delta, and a last one that ends the answer. */
export function toFrames(wire: WireReply, includeUsage: boolean): string[] {
  const head = `data: {"id":"${wire.id}","object":"chat.completion.chunk","created":${wire.created},"model":"${MODEL_NAME}"`;
  const chunk = (delta: string, finish: string) =>
    `${head},"choices":[{"index":0,"delta":${delta},"finish_reason":${finish}}]}\n\n`;
  const frames = wire.deltas.map((delta) => chunk(delta, "null"));
  const opening = chunk(`{"role":"assistant","content":""}`, "null");
  const usage = includeUsage
    ? `${head},"choices":[],"usage":${JSON.stringify(wire.usage)}}\n\n`
    : "";
  const closing = `${chunk("{}", JSON.stringify(wire.reply.finishReason))}${usage}data: [DONE]\n\n`;
  return [opening + (frames[0] ?? ""), ...frames.slice(1), closing];
}

/** The answer to a request without `stream`. */
export function toCompletion({ id, created, reply, toolCalls, usage }: WireReply): object {
  const calls = toolCalls.map(({ id: callIdOf, name, arguments: text }) => ({
    id: callIdOf,
    type: "function",
    function: { name, arguments: text },
  }));
  const message = {
    role: "assistant",
    content: reply.text === "" && calls.length > 0 ? null : reply.text,
    ...(calls.length > 0 ? { tool_calls: calls } : {}),
  };
  const choices = [{ index: 0, message, finish_reason: reply.finishReason }];
  return { id, object: "chat.completion", created, model: MODEL_NAME, choices, usage };
}

/** Splits text into pieces of the size of tokens: words with the preceding blank. No piece splits a character. */
function splitTokens(text: string): string[] {
  const pieces: string[] = [];
  for (const [word] of text.matchAll(/\s*\S+|\s+$/g)) {
    if (word.length <= TOKEN_MAX_CHARS) pieces.push(word);
    else pieces.push(...splitLongWord(word));
  }
  return pieces;
}

function splitLongWord(word: string): string[] {
  const characters = Array.from(word);
  const pieces: string[] = [];
  for (let at = 0; at < characters.length; at += TOKEN_MAX_CHARS) {
    pieces.push(characters.slice(at, at + TOKEN_MAX_CHARS).join(""));
  }
  return pieces;
}
