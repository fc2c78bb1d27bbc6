/** The result of a model call that is on record. Its text is written again; its cost is counted once. */
import "server-only";
import type { RecordedAnswer } from "../../contracts/run/run-journal.ts";
import type { ModelAnswer, ModelReason, ModelResult } from "../../llm/model-types.ts";

/** In a log from before it was recorded. */
const NOT_KNOWN = { connection: "", adaptations: [], sha256: "" };

export function answerAgain(
  { answered, toolCalls }: RecordedAnswer,
  onText?: (text: string) => void,
): ModelResult {
  if (answered.text !== "") onText?.(answered.text);
  const { text, model, finishReason, firstTokenMs, durationMs, attempts } = answered;
  const answer: ModelAnswer = {
    ...{ text, model, finishReason, firstTokenMs, durationMs, attempts, toolCalls },
    reasoning: answered.reasoning ?? "",
    shortfall: answered.shortfall ?? null,
    usage: {
      inputTokens: answered.inputTokens,
      outputTokens: answered.outputTokens,
      reasoningTokens: answered.reasoningTokens ?? 0,
      ...(answered.usageEstimated ? { isEstimated: true as const } : {}),
    },
    cost: {
      cost: answered.cost ?? null,
      ...(answered.costUnknown ? { costUnknown: answered.costUnknown } : {}),
    },
    sent: answered.sent ?? NOT_KNOWN,
  };
  if (answered.outcome === "ok") return { ok: true, answer };
  if (answered.outcome !== "failed") return { ok: false, reason: "aborted", partial: answer };
  const reason = answered.reason as ModelReason;
  return { ok: false, reason, detail: "on record", partial: answer };
}
