import "server-only";
/** Runs the tool calls of one answer side by side and adds the whole round to the scratchpad. */
import { sanitise } from "../hidden-state/sanitise.ts";
import type { ModelAnswer, ModelMessage } from "../llm/model-types.ts";
import { makeSegment } from "../prompt/segment.ts";
import { type CallResult, callTool } from "./call-tool.ts";
import type { LoopInput, LoopState, Step } from "./loop-types.ts";

type ToolMessage = Extract<ModelMessage, { role: "tool" }>;

export async function callTools(
  input: LoopInput,
  state: LoopState,
  signal: AbortSignal,
  answer: Pick<ModelAnswer, "text" | "toolCalls">,
): Promise<Step> {
  const { toolCalls } = answer;
  const results = await Promise.all(toolCalls.map((call) => callTool(input, signal, call)));
  state.figures.toolCalls += toolCalls.length;
  if (signal.aborted) return { kind: "stopped" };
  const waiting = results.find((result) => result.kind === "awaits-approval");
  if (waiting) return waiting;
  const assistant: ModelMessage = {
    role: "assistant",
    content: answer.text,
    tool_calls: toolCalls.map((call) => ({
      id: call.id,
      type: "function",
      function: { name: call.name, arguments: sanitise(call.arguments).value },
    })),
  };
  const messages = [assistant, ...results.flatMap(toMessage)];
  state.scratch.push(...messages);
  state.segments.push(
    makeSegment({
      kind: "run-scratchpad",
      agentId: input.agent.id,
      source: `round:${state.figures.rounds}`,
      runId: input.runId,
      messages,
    }),
  );
  return { kind: "again" };
}

function toMessage(result: CallResult): ToolMessage[] {
  if (result.kind !== "returned") return [];
  return [{ role: "tool", tool_call_id: result.callId, content: result.content }];
}
