/** Reads a Chat Completions answer for a probe: one object, or the events of a stream. */
import "server-only";
import { isRecord, parseJson, textOf } from "../attempt/read-json.ts";
import type { ProbeAnswer } from "./probe-list.ts";

/** @returns null where the text is neither */
export function readAnswer(text: string): ProbeAnswer | null {
  const whole = parseJson(text);
  if (isRecord(whole)) return Array.isArray(whole.choices) ? readChunks([whole], false) : null;
  const events = text
    .split(/\r?\n/)
    .filter((line) => line.startsWith("data:"))
    .map((line) => parseJson(line.slice("data:".length)))
    .filter(isRecord);
  return events.some(({ choices }) => Array.isArray(choices)) ? readChunks(events, true) : null;
}

function readChunks(chunks: readonly Record<string, unknown>[], isStream: boolean): ProbeAnswer {
  const choices = chunks
    .flatMap((chunk) => (Array.isArray(chunk.choices) ? chunk.choices : []))
    .filter(isRecord);
  const messages = choices.map(({ message, delta }) => message ?? delta).filter(isRecord);
  const calls = messages
    .flatMap((message) => (Array.isArray(message.tool_calls) ? message.tool_calls : []))
    .filter(isRecord)
    .map((call) => (isRecord(call.function) ? textOf(call.function.name) : ""))
    .filter((name) => name !== "");
  return {
    text: messages
      .map(({ content }) => textOf(content))
      .join("")
      .trim(),
    calls,
    isCut: choices.some((choice) => choice.finish_reason === "length"),
    isStream,
    hasUsage: chunks.some(({ usage }) => isRecord(usage)),
  };
}
