import "server-only";
/** Runs the tool calls of one answer side by side, each as a hop of its own, and adds the whole round to the scratchpad. */
import { sanitise } from "../hidden-state/sanitise.ts";
import { computeArgsDigest } from "../agent-state/codec.ts";
import type { ModelAnswer, ModelMessage, ModelToolCall } from "../llm/model-types.ts";
import { makeSegment } from "../prompt/segment.ts";
import { runTool } from "../tools/run-tool.ts";
import type { LoopInput, LoopState, Step } from "./loop-types.ts";

type ToolMessage = Extract<ModelMessage, { role: "tool" }>;

export async function callTools(
  input: LoopInput,
  state: LoopState,
  signal: AbortSignal,
  answer: ModelAnswer,
): Promise<Step> {
  const calls = answer.toolCalls.map((call) => ({
    ...call,
    arguments: sanitise(call.arguments).value,
  }));
  const results = await Promise.all(
    answer.toolCalls.map((call) => callTool(input, signal, call)),
  );
  state.figures.toolCalls += calls.length;
  if (signal.aborted) return { kind: "stopped" };
  const assistant: ModelMessage = {
    role: "assistant",
    content: answer.text,
    tool_calls: calls.map((call) => ({
      id: call.id,
      type: "function",
      function: { name: call.name, arguments: call.arguments },
    })),
  };
  const messages = [assistant, ...results];
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

async function callTool(
  input: LoopInput,
  signal: AbortSignal,
  call: ModelToolCall,
): Promise<ToolMessage> {
  const { agent, hops, ports } = input;
  const tool = agent.tools.find((candidate) => candidate.name === call.name);
  const hop = hops.start({ kind: "tool", nodeId: call.name, parentRef: input.hopRef });
  ports.tell(tool?.status ?? "thinking");
  const parsed = parseArguments(call.arguments);
  ports.record({
    type: "tool.called",
    hopRef: hop.ref,
    toolCallId: call.id,
    tool: tool ? `${tool.name}@${tool.version}` : call.name,
    arguments: sanitise(parsed).value,
    argsSha256: computeArgsDigest(parsed),
  });
  const result = await runTool(agent.tools, call, {
    conversationId: input.conversationId,
    runId: input.runId,
    files: input.files,
    signal,
  });
  const outcome = signal.aborted ? "stopped" : result.outcome;
  const content = sanitise(result.content).value;
  ports.record({
    type: "tool.returned",
    hopRef: hop.ref,
    toolCallId: call.id,
    tool: call.name,
    outcome,
    result: content,
    bytes: Buffer.byteLength(content),
    durationMs: result.durationMs,
  });
  hop.end(outcome);
  return { role: "tool", tool_call_id: call.id, content };
}

/** The arguments as JSON where they are; a digest needs an object, so other text stands under `text`. */
function parseArguments(text: string): unknown {
  try {
    return JSON.parse(text || "{}");
  } catch {
    return { text };
  }
}
