/**
 * Collects from an answer what its server needs back, whole or from the pieces of a stream: the fields that providers document, and
 * those whose name says that they are a signature, encrypted or opaque.
 */
import "server-only";
import { createHash } from "node:crypto";
import type { OpaqueParts } from "../../contracts/model/opaque-parts.ts";
import { isRecord, textOf } from "../../contracts/read-json.ts";
import type { ModelConnection } from "../connections/model-connection.ts";
import type { ModelToolCall } from "../model-types.ts";

export type Fields = Record<string, unknown>;

/** The parts of one answer, as its text has them. `calls` are by our ids. */
export type Parts = { message?: Fields; calls?: Record<string, Fields> };

/** Copilot: reasoning_text and reasoning_opaque. Gemini: extra_content. OpenRouter: reasoning_details. LiteLLM: thinking_blocks, provider_specific_fields. DeepSeek, Kimi: reasoning_content. */
const NAMES: ReadonlySet<string> = new Set([
  "extra_content",
  "reasoning_details",
  "thinking_blocks",
  "provider_specific_fields",
  "reasoning_content",
  "reasoning_text",
  "reasoning_items",
  "reasoning",
]);
const KINDS = /signature|encrypted|opaque/i;
/** Texts that come in pieces. Others come whole, perhaps again. */
const GROWING: ReadonlySet<string> = new Set([
  "reasoning_content",
  "reasoning_text",
  "reasoning",
  "text",
  "summary",
  "thinking",
]);

/**
 * Ids of calls that mean something to their server: LiteLLM keeps Gemini's signature in them, and Kimi's template expects them
 * (https://docs.litellm.ai/blog/gemini_3, https://huggingface.co/moonshotai/Kimi-K2-Instruct, tool_call_guidance).
 */
const MEANT_ID = /__thought__|^functions\.[\w-]+:\d+$/;

export function isMeantId(id: string): boolean {
  return MEANT_ID.test(id);
}

export function isPartName(name: string): boolean {
  return NAMES.has(name) || KINDS.test(name);
}

/** Adds what a delta or a message, a call or its function holds to what is there. */
export function foldParts(kept: Fields | undefined, given: Fields): Fields | undefined {
  let fields = kept;
  for (const [name, value] of Object.entries(given)) {
    if (value === null || value === undefined || !isPartName(name)) continue;
    fields ??= {};
    fields[name] = join(name, fields[name], value);
  }
  return fields;
}

function join(name: string, before: unknown, after: unknown): unknown {
  if (before === undefined || before === null) return after;
  if (after === undefined || after === null) return before;
  if (typeof before === "string" && typeof after === "string") {
    if (GROWING.has(name)) return before + after;
    return after === "" ? before : after;
  }
  if (Array.isArray(before) && Array.isArray(after)) return joinItems(before, after);
  if (isRecord(before) && isRecord(after)) return joinRecords(before, after);
  return after;
}

function joinRecords(before: Fields, after: Fields): Fields {
  const joined = { ...before };
  for (const [name, value] of Object.entries(after)) joined[name] = join(name, joined[name], value);
  return joined;
}

/** The pieces of one block follow each other. Order and number of the blocks stay as they came. */
function joinItems(before: readonly unknown[], after: readonly unknown[]): unknown[] {
  const items = [...before];
  for (const item of after) {
    const last = items.at(-1);
    if (isRecord(last) && isRecord(item) && goesOn(last, item)) {
      items[items.length - 1] = joinRecords(last, item);
    } else items.push(item);
  }
  return items;
}

function goesOn(last: Fields, item: Fields): boolean {
  if (last.type !== item.type || (last.index ?? null) !== (item.index ?? null)) return false;
  if (last.id && item.id && last.id !== item.id) return false;
  if ("data" in last || "data" in item) return false;
  const hasText = Object.keys(item).some((name) => GROWING.has(name) && textOf(item[name]) !== "");
  // A signature ends its block, where no index tells blocks apart.
  return !(hasText && textOf(last.signature) !== "" && last.index === undefined);
}

/** Which server and model something belongs to, as a short digest. */
export function placeOf({ baseUrl, model }: Pick<ModelConnection, "baseUrl" | "model">): string {
  return createHash("sha256").update(`${baseUrl}\n${model}`).digest("hex").slice(0, 16);
}

type Collected = {
  message: Fields | undefined;
  /** How many calls there were since the person's last message. */
  callsBefore?: number;
  /** In the order of the calls, with the server's own ids. */
  calls: readonly { id: string; opaque?: Fields | undefined }[];
};

/** @returns what is to be kept of an answer; undefined for most servers, which need nothing back */
export function toOpaque(
  { message, calls, callsBefore = 0 }: Collected,
  toolCalls: readonly ModelToolCall[],
  connection: ModelConnection,
): OpaqueParts | undefined {
  const ofCalls = Object.fromEntries(
    toolCalls.flatMap(({ id }, index): [string, Fields][] => {
      const call = calls[index];
      const fields = {
        ...call?.opaque,
        ...(isMeantId(call?.id ?? "") ? { id: call?.id } : {}),
      };
      return Object.keys(fields).length > 0 ? [[id, fields]] : [];
    }),
  );
  const ofMessage = withReasoning(
    message ?? {},
    { hasCalls: toolCalls.length > 0, isAfterCalls: callsBefore > 0 },
    connection,
  );
  const parts: Parts = {
    ...(Object.keys(ofMessage).length > 0 ? { message: ofMessage } : {}),
    ...(Object.keys(ofCalls).length > 0 ? { calls: ofCalls } : {}),
  };
  if (!parts.message && !parts.calls) return undefined;
  return { from: placeOf(connection), parts: JSON.stringify(parts) };
}

/**
 * Reasoning goes back beside tool calls only, in one form: in blocks where there are some, else as the field it came in. The
 * field `reasoning` is documented by vLLM (https://docs.vllm.ai/en/latest/features/interleaved_thinking.html).
 */
function withReasoning(
  fields: Fields,
  { hasCalls, isAfterCalls }: { hasCalls: boolean; isAfterCalls: boolean },
  connection: ModelConnection,
): Fields {
  const { reasoning_content: content, reasoning, reasoning_text: said, ...others } = fields;
  if (typeof reasoning === "object") others.reasoning = reasoning;
  if (others.reasoning_opaque) others.reasoning_text = said;
  const hasBlocks =
    Array.isArray(others.reasoning_details) || Array.isArray(others.thinking_blocks);
  if (hasBlocks) return others;
  const isNeeded = hasCalls || isAfterCalls;
  if (isNeeded && isNeededEmpty(connection))
    return { ...others, reasoning_content: textOf(content) };
  if (!hasCalls) return others;
  if (textOf(content) !== "") return { ...others, reasoning_content: content };
  if (textOf(reasoning) === "" || connection.provider !== "vllm") return others;
  return { ...others, reasoning };
}

/**
 * DeepSeek and Kimi want the field in every answer of a turn with calls, also where the model did not think
 * (https://api-docs.deepseek.com/guides/thinking_mode, https://platform.kimi.ai/docs/guide/kimi-k2-6-quickstart).
 */
function isNeededEmpty({ baseUrl }: ModelConnection): boolean {
  return /(^|\.)(deepseek\.com|moonshot\.(ai|cn)|kimi\.(com|ai))$/.test(new URL(baseUrl).hostname);
}
