import "server-only";
/** One tool call as a hop of its own: policy first, then the tool, each recorded. */
import { computeArgsDigest } from "../agent-state/codec.ts";
import { sanitise } from "../hidden-state/sanitise.ts";
import type { ModelToolCall } from "../llm/model-types.ts";
import { runTool } from "../tools/run-tool.ts";
import type { Tool } from "../tools/tool.ts";
import type { Hop } from "./record-hops.ts";
import type { LoopInput } from "./loop-types.ts";

export type CallResult =
  | { kind: "returned"; callId: string; content: string }
  | { kind: "awaits-approval"; tool: Tool; call: ModelToolCall; arguments: unknown };

export async function callTool(
  input: LoopInput,
  signal: AbortSignal,
  call: ModelToolCall,
): Promise<CallResult> {
  const { agent, hops, ports } = input;
  const tool = agent.tools.find((candidate) => candidate.name === call.name);
  const hop = hops.start({ kind: "tool", nodeId: call.name || "unknown", parentRef: input.hopRef });
  const parsed = parseArguments(call.arguments);
  ports.tell(tool?.status ?? "thinking");
  ports.record({
    type: "tool.called",
    hopRef: hop.ref,
    toolCallId: call.id,
    tool: tool ? `${tool.name}@${tool.version}` : call.name,
    arguments: sanitise(parsed).value,
    argsSha256: computeArgsDigest(parsed),
  });
  const approved = input.approved === call;
  const decision = tool && input.govern?.({ tool, arguments: parsed, hopRef: hop.ref, approved });
  if (tool && decision?.outcome === "needs_approval") {
    hop.end("denied");
    return { kind: "awaits-approval", tool, call, arguments: parsed };
  }
  const denied = decision?.outcome === "deny";
  const result = denied ? DENIED : await perform(input, signal, call);
  return conclude(input, hop, call, { ...result, stopped: signal.aborted });
}

const DENIED = {
  outcome: "denied" as const,
  content: "This call is not allowed by policy. Do not try it again; tell the person plainly.",
  durationMs: 0,
};

type Performed = Omit<typeof DENIED, "outcome"> & { outcome: "ok" | "failed" | "denied" };

function perform(input: LoopInput, signal: AbortSignal, call: ModelToolCall): Promise<Performed> {
  const { conversationId, runId, files } = input;
  return runTool(input.agent.tools, call, { conversationId, runId, files, signal });
}

function conclude(
  { ports }: LoopInput,
  hop: Hop,
  call: ModelToolCall,
  result: Performed & { stopped: boolean },
): CallResult {
  const outcome = result.stopped ? "stopped" : result.outcome;
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
  return { kind: "returned", callId: call.id, content };
}

/** The arguments as JSON where they are; a digest needs a value, so other text stands under `text`. */
function parseArguments(text: string): unknown {
  try {
    return JSON.parse(text || "{}");
  } catch {
    return { text };
  }
}
