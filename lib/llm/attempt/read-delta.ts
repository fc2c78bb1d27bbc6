/** What a chunk says, in the shapes that servers send. Pure. */
import "server-only";
import { isRecord, textOf } from "../../contracts/read-json.ts";
import { FINISH_REASON_MAX_CHARS, LIFE_MAX_CHARS, TOKENS_MAX } from "../limits.ts";
import type { ModelUsage } from "../model-types.ts";

/** Words that some servers send with every delta until the last, in place of `null`. */
const NO_END = new Set(["", "null", "none", "undefined"]);

/** @returns the finish reason of a choice, or null where it has none yet */
export function readEnd(choice: Record<string, unknown>): string | null {
  const inDelta = isRecord(choice.delta) ? choice.delta.finish_reason : undefined;
  const reason = textOf(choice.finish_reason) || textOf(inDelta);
  return NO_END.has(reason.toLowerCase()) ? null : reason.slice(0, FINISH_REASON_MAX_CHARS);
}

/**
 * Beside the choices by the protocol; Kimi has it in the choice, and Groq in a field of its own.
 * @returns null where nothing was counted: some servers send zeros with every delta
 */
export function readUsage(
  chunk: Record<string, unknown>,
  choice: Record<string, unknown> | undefined,
): ModelUsage | null {
  const groq = isRecord(chunk.x_groq) ? chunk.x_groq.usage : undefined;
  const usage = [chunk.usage, choice?.usage, groq].find(isRecord);
  if (!usage) return null;
  const count = (value: unknown) => {
    const number = typeof value === "string" ? Number(value) : value;
    return typeof number === "number" && number > 0 ? Math.min(Math.round(number), TOKENS_MAX) : 0;
  };
  const details = [usage.completion_tokens_details, usage.output_tokens_details].find(isRecord);
  const inputTokens = count(usage.prompt_tokens ?? usage.input_tokens);
  const outputTokens = count(usage.completion_tokens ?? usage.output_tokens);
  if (inputTokens + outputTokens === 0) return null;
  return { inputTokens, outputTokens, reasoningTokens: count(details?.reasoning_tokens) };
}

/** Also one call without a list, and the `function_call` of before 2023-11, which is one call without an id. */
export function readCalls({
  tool_calls: calls,
  function_call: legacy,
}: Record<string, unknown>): Record<string, unknown>[] {
  if (Array.isArray(calls)) return calls.filter(isRecord);
  if (isRecord(calls)) {
    const isOne = isRecord(calls.function) || textOf(calls.name) !== "";
    return isOne ? [calls] : Object.values(calls).filter(isRecord);
  }
  return isRecord(legacy) ? [{ index: 0, function: legacy }] : [];
}

/** Some servers write it as text. */
export function indexOf(index: unknown): number | null {
  if (typeof index === "number") return index;
  return typeof index === "string" && /^\d{1,9}$/.test(index) ? Number(index) : null;
}

/** Text by the protocol; some servers send the parsed object. */
export function argumentsText(value: unknown): string {
  if (typeof value === "string") return value;
  return isRecord(value) ? JSON.stringify(value) : "";
}

/** An error that came with HTTP 200, in place of a chunk or an answer; undefined where it is none. */
export function errorIn(chunk: Record<string, unknown>): unknown {
  const { error, object, choices, detail } = chunk;
  if (isRecord(error) ? Object.keys(error).length > 0 : error) return error;
  // vLLM before 0.10, FastAPI.
  if (object === "error" || (choices === undefined && detail)) return chunk;
  return undefined;
}

const LIFE = /^(?:ping|pong|heart-?beat|keep-?alive)$/i;

/** What servers send as life between events, with a name or without one. */
export function isLife(name: string | undefined, data: string): boolean {
  if (name !== undefined && LIFE.test(name)) return true;
  const said = data.length > LIFE_MAX_CHARS ? "chunk" : data.trim();
  return said === "" || said === "null" || LIFE.test(said);
}

/** The end of a stream, by the protocol `[DONE]`. */
export function isDone(data: string): boolean {
  return /^"?\[done\]"?$/i.test(data.trim());
}

type DeltaTexts = { content: string; reasoning: string; refusal: string };

/** The text and the reasoning of a delta or message, in the shapes that servers send. Pure. */
export function readDelta(delta: Record<string, unknown>): DeltaTexts {
  const parts = partsOf(delta.content);
  const inParts = (isWanted: (type: string) => boolean) =>
    parts
      .filter(({ type }) => isWanted(textOf(type)))
      .map(partText)
      .join("");
  const written = textOf(delta.content);
  // Of a spoken answer.
  const spoken = isRecord(delta.audio) ? textOf(delta.audio.transcript) : "";
  return {
    content: (written || spoken) + inParts((type) => !isReasoning(type) && type !== "refusal"),
    reasoning: reasoningField(delta) + inParts(isReasoning),
    refusal: textOf(delta.refusal) + inParts((type) => type === "refusal"),
  };
}

/** A list of parts, one part without a list, or texts in place of parts. */
function partsOf(content: unknown): Record<string, unknown>[] {
  const list = Array.isArray(content) ? content : [content];
  const isList = Array.isArray(content);
  return list.flatMap((part) => {
    if (isList && typeof part === "string") return [{ type: "text", text: part }];
    return isRecord(part) ? [part] : [];
  });
}

/** One field only: servers that send two send the same text twice. */
function reasoningField({
  reasoning_content: content,
  reasoning,
  reasoning_details: details,
}: Record<string, unknown>): string {
  if (textOf(content) !== "") return textOf(content);
  if (textOf(reasoning) !== "") return textOf(reasoning);
  if (!Array.isArray(details)) return "";
  return details
    .filter(isRecord)
    .map(({ text, summary }) => textOf(text) || textOf(summary))
    .join("");
}

function isReasoning(type: string): boolean {
  return type === "thinking" || type === "reasoning";
}

/** `{text}`, or a list of such parts: `{type: "thinking", thinking: [{type: "text", text}]}`. */
function partText({ text, thinking, reasoning, refusal }: Record<string, unknown>): string {
  const inner = text ?? thinking ?? reasoning ?? refusal;
  if (isRecord(inner)) return textOf(inner.value);
  if (Array.isArray(inner)) return inner.filter(isRecord).map(partText).join("");
  return textOf(inner);
}
