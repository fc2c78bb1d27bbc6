/** The usage of a model call, estimated where its server reports none, and what the call cost. */
import "server-only";
import type { CallCost } from "../../contracts/model/call-cost.ts";
import type { AnswerDraft } from "../attempt/answer-draft.ts";
import type { CompletionBody } from "../attempt/build-completion-body.ts";
import type { ModelConnection } from "../connections/model-connection.ts";
import { BYTES_PER_TOKEN } from "../limits.ts";
import type { ModelUsage } from "../model-types.ts";
import { priceOf } from "./price-of.ts";

/**
 * @param isAborted the call was cut by us: the server has begun to read the prompt, and bills it
 * @returns null where the server has answered nothing, so that nothing was used
 */
export function usageOf(
  draft: AnswerDraft,
  body: CompletionBody,
  isAborted: boolean,
): ModelUsage | null {
  const { usage, firstTokenAt } = draft;
  if (usage && usage.inputTokens + usage.outputTokens > 0) return usage;
  if (firstTokenAt === null && !isAborted) return null;
  const calls = draft.toolCalls.map((call) => call.name + call.arguments).join("");
  return {
    inputTokens: estimateTokens(JSON.stringify([body.messages, body.tools ?? []], withoutBytes)),
    outputTokens: estimateTokens(draft.text + draft.reasoning + calls),
    reasoningTokens: 0,
    isEstimated: true,
  };
}

/** A picture is billed by its size on screen, which is not known here: its bytes are not counted. */
function withoutBytes(key: string, value: unknown): unknown {
  return key === "image_url" ? "" : value;
}

/** The common rule of thumb for English; other languages have more tokens. */
function estimateTokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / BYTES_PER_TOKEN);
}

/** A call that was answered nothing costs nothing. */
export function costOfAnswer(
  connection: ModelConnection,
  model: string,
  usage: ModelUsage | null,
): CallCost {
  if (!usage) return { cost: 0 };
  const known = priceOf(connection, model || connection.model);
  if (!known.price) return { cost: null, costUnknown: known.unknown };
  const { input, output } = known.price;
  return { cost: (usage.inputTokens * input + usage.outputTokens * output) / 1_000_000 };
}
