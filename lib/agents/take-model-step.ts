import "server-only";
/** One round: assemble, ask the model, and act on what it wants. */
import type { ModelResult } from "../llm/model-types.ts";
import { assemblePrompt } from "../prompt/assemble-prompt.ts";
import { promptModel } from "../prompt/prompt-model.ts";
import { toModelTools } from "../tools/to-model-tool.ts";
import { callTools } from "./call-tools.ts";
import type { LoopInput, LoopState, Step } from "./loop-types.ts";
import { recordModelAnswer } from "./record-model-answer.ts";

export async function takeModelStep(
  input: LoopInput,
  state: LoopState,
  signal: AbortSignal,
): Promise<Step> {
  const { agent, hopRef, ports } = input;
  const assembled = assemblePrompt({
    agentId: agent.id,
    memoryPolicy: agent.memoryPolicy,
    segments: state.segments,
    tools: toModelTools(agent.tools),
  });
  if (!assembled.ok) {
    const { kind, source } = assembled.segment;
    const segment = `${kind} from ${source}`;
    ports.record({
      type: "policy.violated",
      hopRef,
      agentId: agent.id,
      rule: agent.memoryPolicy,
      segment,
    });
    return { kind: "failed", reason: "policy-violation" };
  }
  const round = state.figures.rounds;
  const callId = `${hopRef}.m${round}`;
  const { manifest } = assembled.prompt;
  ports.record({ type: "model.called", hopRef, callId, round, manifest });
  state.figures.modelCalls += 1;
  const result = await promptModel(assembled.prompt, signal, {
    onText: sayAfter(ports.answer(), ports.say),
    onRetry: (retry) => ports.record({ type: "model.retried", hopRef, callId, ...retry }),
  });
  recordModelAnswer(input, state, callId, result);
  return actOn(input, state, signal, result);
}

async function actOn(
  input: LoopInput,
  state: LoopState,
  signal: AbortSignal,
  result: ModelResult,
): Promise<Step> {
  if (!result.ok) {
    return result.reason === "aborted"
      ? { kind: "stopped" }
      : { kind: "failed", reason: result.reason };
  }
  const { answer } = result;
  if (answer.toolCalls.length > 0) return callTools(input, state, signal, answer);
  return input.ports.answer().trim() === "" ? { kind: "empty" } : { kind: "answered" };
}

/** Text of a later round begins a paragraph of its own. */
function sayAfter(before: string, say: (text: string) => void): (text: string) => void {
  let gap = before === "" || before.endsWith("\n\n") ? "" : "\n\n";
  return (text) => {
    say(gap + text);
    gap = "";
  };
}
