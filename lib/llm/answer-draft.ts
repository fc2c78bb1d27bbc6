import "server-only";
/** An answer while it streams: chunks are folded into it one after the other. */
import { foldToolCallDelta, type ToolCallDraft } from "./fold-tool-call-delta.ts";
import type { ModelToolCall, ModelUsage } from "./model-types.ts";
import { isRecord, textOf } from "./read-json.ts";

export type AnswerDraft = {
  text: string;
  toolCalls: ToolCallDraft[];
  finishReason: string | null;
  model: string;
  usage: ModelUsage | null;
  /** `performance.now()` of the first text or tool-call delta. */
  firstTokenAt: number | null;
};

export function startDraft(model: string): AnswerDraft {
  return { text: "", toolCalls: [], finishReason: null, model, usage: null, firstTokenAt: null };
}

/**
 * Folds one parsed `chat.completion.chunk` in. A whole `chat.completion` is understood as well: some
 * servers answer with one although a stream was asked for.
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
  const calls = Array.isArray(delta.tool_calls) ? delta.tool_calls.filter(isRecord) : [];
  if (calls.length > 0) draft.firstTokenAt ??= performance.now();
  addText(draft, text);
  for (const [position, call] of calls.entries()) {
    foldToolCallDelta(draft.toolCalls, call, choice.message ? position : null);
  }
  return text;
}

/** Adds text to the end, and notes when the first of it came. */
export function addText(draft: AnswerDraft, text: string): void {
  if (text !== "") draft.firstTokenAt ??= performance.now();
  draft.text += text;
}

/** The calls in the order of their index. A call that never got an id gets one of ours. */
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
