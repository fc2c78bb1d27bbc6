/** Parses a Chat Completions request, and refuses one that breaks the protocol. */
import { describePicture } from "./files/read-picture.ts";
import { isRecord, textOf } from "./read-json.ts";

export type ToolCall = { id: string; name: string; arguments: string };

export type ChatMessage =
  | { role: "system" | "user"; content: string }
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

/** Content is text or a list of parts: texts, and pictures, which are described. */
function contentText(content: unknown): string {
  if (!Array.isArray(content)) return textOf(content);
  return content.map((part) => (isRecord(part) ? partText(part) : "")).join(" ");
}

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
