import "server-only";
/** The loop: model, tool calls side by side, results, again, until an answer or a limit. */
import type { ModelMessage } from "../llm/model-types.ts";
import { callTools } from "./call-tools.ts";
import type { LoopEnd, LoopFigures, LoopInput, LoopState } from "./loop-types.ts";
import { takeModelStep } from "./take-model-step.ts";

export type LoopResult = { end: LoopEnd; scratch: readonly ModelMessage[]; figures: LoopFigures };

/** Runs an agent's loop to its end. Tool failures are the model's to mend; they never end the loop. */
export async function runToolLoop(input: LoopInput): Promise<LoopResult> {
  const state: LoopState = {
    scratch: [],
    segments: [...input.opening],
    figures: {
      model: null,
      rounds: 0,
      modelCalls: 0,
      toolCalls: 0,
      inputTokens: 0,
      outputTokens: 0,
    },
  };
  const deadline = AbortSignal.timeout(input.limits.maxMs);
  const signal = AbortSignal.any([input.ports.signal, deadline]);
  const end = await loop(input, state, signal);
  const timedOut = end.kind === "stopped" && deadline.aborted && !input.ports.signal.aborted;
  return {
    end: timedOut ? { kind: "failed", reason: "time-limit" } : end,
    scratch: state.scratch,
    figures: state.figures,
  };
}

async function loop(input: LoopInput, state: LoopState, signal: AbortSignal): Promise<LoopEnd> {
  if (input.approved) {
    const step = await callTools(input, state, signal, { text: "", toolCalls: [input.approved] });
    if (step.kind !== "again") return step;
  }
  while (state.figures.rounds < input.limits.maxRounds) {
    state.figures.rounds += 1;
    const step = await takeModelStep(input, state, signal);
    if (step.kind !== "again") return step;
    const ended = input.endedBy?.();
    if (ended) return ended;
  }
  return { kind: "failed", reason: "round-limit" };
}
