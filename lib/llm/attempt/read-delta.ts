/** The text and the reasoning of a delta or message, in the shapes that servers send. Pure. */
import "server-only";
import { isRecord, textOf } from "./read-json.ts";

export type DeltaTexts = { content: string; reasoning: string; refusal: string };

export function readDelta(delta: Record<string, unknown>): DeltaTexts {
  const parts = Array.isArray(delta.content) ? delta.content.filter(isRecord) : [];
  const inParts = (isWanted: (type: string) => boolean) =>
    parts
      .filter(({ type }) => isWanted(textOf(type)))
      .map(partText)
      .join("");
  return {
    content: textOf(delta.content) + inParts((type) => !isReasoning(type) && type !== "refusal"),
    reasoning: reasoningField(delta) + inParts(isReasoning),
    refusal: textOf(delta.refusal) + inParts((type) => type === "refusal"),
  };
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
  if (Array.isArray(inner)) return inner.filter(isRecord).map(partText).join("");
  return textOf(inner);
}
