import "server-only";
/** An answer while it streams: collects chunks and tool-call deltas in the order of their arrival. */
import type { ModelToolCall, ModelUsage } from "../model-types.ts";
import { isRecord, parseJson, textOf } from "./read-json.ts";

export type ToolCallDraft = { index: number; id: string; name: string; arguments: string };

export type AnswerDraft = {
  text: string;
  toolCalls: ToolCallDraft[];
  finishReason: string | null;
  /** The name that the endpoint reports; empty until it has. The requested name may be an alias of it. */
  model: string;
  usage: ModelUsage | null;
  /** `performance.now()` of the first text or tool-call delta. */
  firstTokenAt: number | null;
};

export function startDraft(): AnswerDraft {
  return {
    text: "",
    toolCalls: [],
    finishReason: null,
    model: "",
    usage: null,
    firstTokenAt: null,
  };
}

/**
 * Adds one parsed `chat.completion.chunk`. Also accepts a whole `chat.completion`, which some servers send although a
 * stream was requested.
 * @returns the text that it added
 */
export function foldChunk(draft: AnswerDraft, chunk: Record<string, unknown>): string {
  if (textOf(chunk.model) !== "") draft.model = textOf(chunk.model);
  if (isRecord(chunk.usage)) draft.usage = toUsage(chunk.usage);
  const choice = firstChoice(chunk.choices);
  if (!choice) return "";
  if (typeof choice.finish_reason === "string") draft.finishReason = choice.finish_reason;
  const delta = choice.delta ?? choice.message;
  if (!isRecord(delta)) return "";
  const text = textOf(delta.content) + textOf(delta.refusal);
  draft.text += text;
  const calls = Array.isArray(delta.tool_calls) ? delta.tool_calls.filter(isRecord) : [];
  if (text !== "" || calls.length > 0) draft.firstTokenAt ??= performance.now();
  calls.forEach((call, position) => {
    foldToolCallDelta(draft.toolCalls, call, choice.message ? position : null);
  });
  return text;
}

/** The calls in the order of their index. A call without an id gets one of ours. */
export function finishToolCalls(drafts: readonly ToolCallDraft[]): ModelToolCall[] {
  return [...drafts]
    .sort((one, other) => one.index - other.index)
    .map(({ id, name, arguments: text }) => ({
      id: id || `call_${crypto.randomUUID().replaceAll("-", "")}`,
      name,
      arguments: text,
    }));
}

function firstChoice(choices: unknown): Record<string, unknown> | undefined {
  if (!Array.isArray(choices)) return undefined;
  return choices.find((choice) => isRecord(choice) && (choice.index ?? 0) === 0);
}

function toUsage(usage: Record<string, unknown>): ModelUsage {
  const count = (value: unknown) => (typeof value === "number" ? value : 0);
  return {
    inputTokens: count(usage.prompt_tokens),
    outputTokens: count(usage.completion_tokens),
  };
}

/**
 * Adds one delta to its call, by index, leniently. Ids and names may come late, empty or again with every delta. Some
 * servers send no index, or the same one for every call: then a new id with a name starts a call.
 * @param position replaces a missing index where calls come whole
 */
export function foldToolCallDelta(
  drafts: ToolCallDraft[],
  delta: Record<string, unknown>,
  position: number | null,
): void {
  const id = textOf(delta.id);
  const called = isRecord(delta.function) ? delta.function : {};
  const name = textOf(called.name);
  const index = typeof delta.index === "number" ? delta.index : position;
  const draft = belongsTo(drafts, index, id, name) ?? openCall(drafts, index);
  if (draft.id === "") draft.id = id;
  if (name !== draft.name) draft.name += name;
  draft.arguments += argumentsText(called.arguments);
}

function belongsTo(drafts: ToolCallDraft[], index: number | null, id: string, name: string) {
  const draft =
    index === null
      ? (drafts.find((candidate) => id !== "" && candidate.id === id) ?? drafts.at(-1))
      : drafts.findLast((candidate) => candidate.index === index);
  if (!draft) return undefined;
  // Only a call with complete arguments can be finished; before that, a new id is the server's mistake.
  const isAnotherCall =
    id !== "" && draft.id !== "" && id !== draft.id && name !== "" && isJson(draft.arguments);
  return isAnotherCall ? undefined : draft;
}

/** Calls with the same index keep their order of arrival. */
function openCall(drafts: ToolCallDraft[], index: number | null): ToolCallDraft {
  const next = Math.max(-1, ...drafts.map((draft) => draft.index)) + 1;
  const draft = { index: index ?? next, id: "", name: "", arguments: "" };
  drafts.push(draft);
  return draft;
}

/** Text by the protocol; some servers send the parsed object. */
function argumentsText(value: unknown): string {
  if (typeof value === "string") return value;
  return isRecord(value) ? JSON.stringify(value) : "";
}

function isJson(text: string): boolean {
  return parseJson(text) !== undefined;
}
