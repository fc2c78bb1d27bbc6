import "server-only";
/** One round of the loop: ask the model, and act on what it wants. */
import { toModelTools } from "../tools/to-model-tool.ts";
import { askModel } from "./ask-model.ts";
import { callTools } from "./call-tools.ts";
import type { LoopInput, LoopState, Step } from "./loop-types.ts";

export async function takeModelStep(
  input: LoopInput,
  state: LoopState,
  signal: AbortSignal,
): Promise<Step> {
  const { agent, hop, ports } = input;
  const { figures, segments } = state;
  const asked = await askModel({
    agentId: agent.id,
    memoryPolicy: agent.memoryPolicy,
    hopRef: hop.ref,
    round: figures.rounds,
    segments,
    tools: toModelTools(agent.tools),
    figures,
    ports,
    signal,
    onText: sayAfter(ports.answer(), ports.emitText),
  });
  if (!asked.ok) {
    return asked.reason === "aborted"
      ? { kind: "stopped" }
      : { kind: "failed", reason: asked.reason };
  }
  if (asked.answer.toolCalls.length > 0) return callTools(input, state, signal, asked.answer);
  return ports.answer().trim() === "" ? { kind: "empty" } : { kind: "answered" };
}

/** Text of a later round begins a paragraph of its own. */
function sayAfter(before: string, say: (text: string) => void): (text: string) => void {
  let gap = before === "" || before.endsWith("\n\n") ? "" : "\n\n";
  return (text) => {
    say(gap + text);
    gap = "";
  };
}
