/** Parses a Chat Completions request, and refuses one that breaks the protocol. */

import { inflateSync } from "node:zlib";
import { readMarked } from "../contracts/model/marked-data.ts";
import { isRecord, textOf } from "../contracts/read-json.ts";
import { SPACE_MAX_CHARS } from "./limits.ts";

const COLOURS: Record<string, readonly [number, number, number]> = {
  red: [220, 30, 30],
  green: [30, 150, 60],
  blue: [40, 80, 220],
  yellow: [240, 220, 40],
  orange: [240, 140, 30],
  purple: [130, 50, 170],
  white: [250, 250, 250],
  grey: [128, 128, 128],
  black: [10, 10, 10],
};
/** The kinds of pixels of 8 bits for each value: true colour, without and with transparency. */
const TRUE_COLOUR: ReadonlySet<number | undefined> = new Set([2, 6]);

export type ToolCall = { id: string; name: string; arguments: string };

/** `data`: what stands between marks in a user message; nobody said it. */
export type ChatMessage =
  | { role: "system" | "user" | "data"; content: string }
  | { role: "assistant"; content: string; toolCalls: ToolCall[] }
  | { role: "tool"; content: string; toolCallId: string };

export type ToolDefinition = {
  name: string;
  description: string;
  /** JSON Schema of the arguments. */
  parameters: Record<string, unknown>;
};

export type ChatRequest = {
  model: string;
  messages: ChatMessage[];
  /** Empty where `tool_choice` is "none". */
  tools: ToolDefinition[];
  responseSchema: { name: string; schema: Record<string, unknown> } | null;
  /** `response_format` is any JSON object. */
  wantsObject: boolean;
  /** The tool that `tool_choice` names. */
  forcedTool: ToolDefinition | null;
  stream: boolean;
  includeUsage: boolean;
};

export type ParsedChatRequest = { ok: true; request: ChatRequest } | { ok: false; message: string };

/** Errors use the wording of the protocol. Calls and results must be paired, as real servers require. */
export function parseChatRequest(body: unknown): ParsedChatRequest {
  if (!isRecord(body)) return { ok: false, message: "The body must be a JSON object." };
  if (!Array.isArray(body.messages) || body.messages.length === 0) {
    return { ok: false, message: "'messages' must be a list with at least one message." };
  }
  const messages: ChatMessage[] = [];
  for (const [index, raw] of body.messages.entries()) {
    const message = parseMessage(raw);
    if (message?.role === "user") {
      messages.push(...partData(message.content));
      continue;
    }
    if (!message) return { ok: false, message: `'messages[${index}]' is not a message.` };
    messages.push(message);
  }
  const unpaired = findUnpaired(messages);
  if (unpaired) return { ok: false, message: unpaired };
  const tools = Array.isArray(body.tools) ? body.tools.map(parseTool) : [];
  if (tools.includes(null))
    return { ok: false, message: "'tools' holds something that is no function." };
  const offered = tools.filter((tool) => tool !== null);
  return {
    ok: true,
    request: {
      model: textOf(body.model),
      messages,
      tools: body.tool_choice === "none" ? [] : offered,
      responseSchema: parseResponseSchema(body.response_format),
      wantsObject: isRecord(body.response_format) && body.response_format.type === "json_object",
      forcedTool: findForced(body.tool_choice, offered),
      stream: body.stream === true,
      includeUsage: isRecord(body.stream_options) && body.stream_options.include_usage === true,
    },
  };
}

/** A user message as what the person said and what is data; a server may have had them merged. */
function partData(content: string): ChatMessage[] {
  const parts = readMarked(content);
  if (!parts.some(({ isData }) => isData)) return [{ role: "user", content }];
  return parts.map(({ isData, text }) => ({
    role: isData ? "data" : "user",
    content: text.trim(),
  }));
}

function parseMessage(raw: unknown): ChatMessage | null {
  if (!isRecord(raw)) return null;
  const content = contentText(raw.content);
  switch (raw.role) {
    case "system":
    case "developer":
      return { role: "system", content };
    case "user":
      return { role: "user", content };
    case "tool":
      return { role: "tool", content, toolCallId: textOf(raw.tool_call_id) };
    case "assistant": {
      const calls = Array.isArray(raw.tool_calls) ? raw.tool_calls : [];
      return { role: "assistant", content, toolCalls: calls.map(parseToolCall) };
    }
    default:
      return null;
  }
}

/**
 * Content is text or a list of parts: texts, and pictures, which are described. Long white space is cut: the skills'
 * expressions look at each place of it again and again.
 */
function contentText(content: unknown): string {
  const text = Array.isArray(content)
    ? content.map((part) => (isRecord(part) ? partText(part) : "")).join(" ")
    : textOf(content);
  return text.replace(LONG_SPACE, (space) => space.slice(0, SPACE_MAX_CHARS));
}

const LONG_SPACE = new RegExp(`\\s{${SPACE_MAX_CHARS + 1},}`, "g");

function partText(part: Record<string, unknown>): string {
  if (!isRecord(part.image_url)) return textOf(part.text);
  return describePicture(textOf(part.image_url.url));
}

function parseToolCall(raw: unknown): ToolCall {
  const call = isRecord(raw) ? raw : {};
  const called = isRecord(call.function) ? call.function : {};
  return { id: textOf(call.id), name: textOf(called.name), arguments: textOf(called.arguments) };
}

function parseTool(raw: unknown): ToolDefinition | null {
  if (!isRecord(raw) || !isRecord(raw.function) || textOf(raw.function.name) === "") return null;
  const { name, description, parameters } = raw.function;
  return {
    name: textOf(name),
    description: textOf(description),
    parameters: isRecord(parameters) ? parameters : {},
  };
}

function findForced(choice: unknown, tools: readonly ToolDefinition[]): ToolDefinition | null {
  const named = isRecord(choice) && isRecord(choice.function) ? textOf(choice.function.name) : "";
  return tools.find(({ name }) => name === named) ?? null;
}

function parseResponseSchema(format: unknown): ChatRequest["responseSchema"] {
  if (!isRecord(format) || !isRecord(format.json_schema)) return null;
  const { name, schema } = format.json_schema;
  return isRecord(schema) ? { name: textOf(name), schema } : null;
}

/** Each call must be answered by a tool message directly after it. @returns an error message, or null */
function findUnpaired(messages: readonly ChatMessage[]): string | null {
  let waiting = new Set<string>();
  const missing = () =>
    `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. Missing: ${[...waiting].join(", ")}.`;
  for (const message of messages) {
    if (message.role === "tool") {
      if (!waiting.delete(message.toolCallId)) {
        return "Messages with role 'tool' must be a response to a preceding message with 'tool_calls'.";
      }
      continue;
    }
    if (waiting.size > 0) return missing();
    if (message.role === "assistant") waiting = new Set(message.toolCalls.map((call) => call.id));
  }
  return waiting.size > 0 ? missing() : null;
}

/**
 * Looks at a PNG picture: its size, and the colour of its first pixel.
 * @returns `[PNG picture, 16 × 16 pixels, red]`, or as much of it as can be read
 */
function describePicture(address: string): string {
  const [head = "", base64 = ""] = address.split(",");
  const kind = /^data:image\/(\w+)/.exec(head)?.[1]?.toUpperCase();
  if (!kind) return "[picture at an address]";
  const png = kind === "PNG" ? readPng(Buffer.from(base64, "base64")) : null;
  return png
    ? `[PNG picture, ${png.width} × ${png.height} pixels, ${png.colour}]`
    : `[${kind} picture]`;
}

function readPng(bytes: Buffer): { width: number; height: number; colour: string } | null {
  try {
    const width = bytes.readUInt32BE(16);
    const height = bytes.readUInt32BE(20);
    const [depth, kind] = [bytes[24], bytes[25]];
    const isRead = depth === 8 && TRUE_COLOUR.has(kind);
    // Whatever the filter of the first row is, its first pixel stands as it is.
    const [, red = 0, green = 0, blue = 0] = isRead ? inflateSync(dataOf(bytes)) : [];
    return { width, height, colour: isRead ? nameOf(red, green, blue) : "of some colour" };
  } catch {
    return null;
  }
}

/** The image data, which may stand in several chunks. */
function dataOf(bytes: Buffer): Buffer {
  const chunks: Buffer[] = [];
  for (let at = 8; at + 8 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    const name = bytes.toString("latin1", at + 4, at + 8);
    if (name === "IDAT") chunks.push(bytes.subarray(at + 8, at + 8 + length));
    at += 12 + length;
  }
  return Buffer.concat(chunks);
}

function nameOf(red: number, green: number, blue: number): string {
  const distance = ([r, g, b]: readonly [number, number, number]) =>
    (r - red) ** 2 + (g - green) ** 2 + (b - blue) ** 2;
  const [nearest] = Object.entries(COLOURS).toSorted(
    ([, one], [, other]) => distance(one) - distance(other),
  );
  return nearest?.[0] ?? "of some colour";
}
