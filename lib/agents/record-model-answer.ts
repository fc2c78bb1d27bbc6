import "server-only";
/** Records how a model call ended, and counts it. */
import type { ModelResult } from "../llm/model-types.ts";
import type { LoopInput, LoopState } from "./loop-types.ts";

export function recordModelAnswer(
  { hopRef, ports }: LoopInput,
  { figures }: LoopState,
  callId: string,
  result: ModelResult,
): void {
  const answer = result.ok ? result.answer : result.partial;
  const inputTokens = answer.usage?.inputTokens ?? 0;
  const outputTokens = answer.usage?.outputTokens ?? 0;
  figures.model = answer.model || figures.model;
  figures.inputTokens += inputTokens;
  figures.outputTokens += outputTokens;
  ports.record({
    type: "model.answered",
    hopRef,
    callId,
    model: answer.model,
    outcome: outcomeOf(result),
    reason: result.ok ? null : result.reason,
    finishReason: answer.finishReason,
    text: answer.text,
    toolCallIds: answer.toolCalls.map((call) => call.id),
    inputTokens,
    outputTokens,
    firstTokenMs: answer.firstTokenMs,
    durationMs: answer.durationMs,
    attempts: answer.attempts,
  });
}

function outcomeOf(result: ModelResult): "ok" | "stopped" | "failed" {
  if (result.ok) return "ok";
  return result.reason === "aborted" ? "stopped" : "failed";
}
