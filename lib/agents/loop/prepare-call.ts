import "server-only";
/** Prepares a tool call: it becomes a hop, its arguments are recorded, policy decides. Nothing runs yet. */
import { canonicalJson } from "../../agent-state/canonical-digest.ts";
import { computeArgsDigest } from "../../agent-state/codec.ts";
import type { HopDecision } from "../../contracts/run/hop-decision.ts";
import type { Execution } from "../../contracts/run/plan.ts";
import { sanitise } from "../../hidden-state/sanitise.ts";
import type { ModelToolCall } from "../../llm/model-types.ts";
import type { Tool } from "../../tools/tool.ts";
import type { Hop } from "../record-hops.ts";
import type { LoopInput } from "./loop-types.ts";

export type PreparedCall = {
  call: ModelToolCall;
  /** Absent where the model named a tool that this agent does not have. */
  tool: Tool | undefined;
  arguments: unknown;
  /** `tool@version`, or what the model called it. */
  target: string;
  argsSha256: string;
  planStepId: string | null;
  approved: boolean;
  hop: Hop;
  decision: HopDecision | null;
};

export function prepareCall(input: LoopInput, call: ModelToolCall): PreparedCall {
  const { agent, hops, ports } = input;
  const tool = agent.tools.find((candidate) => candidate.name === call.name);
  const target = tool ? `${tool.name}@${tool.version}` : call.name || "unknown";
  const planStepId = input.steps?.link(target) ?? null;
  const hop = hops.start({
    kind: "tool",
    nodeId: call.name || "unknown",
    parent: input.hop,
    additions: planStepId ? { plan_step_id: planStepId } : undefined,
  });
  const parsed = parseArguments(call.arguments);
  // Of the clean arguments: a secret leaves no digest, and half a surrogate pair has no canonical form.
  const clean = sanitise(parsed).value;
  const argsSha256 = computeArgsDigest(clean);
  ports.emitStatus(tool?.status ?? "thinking");
  ports.appendEvent({
    type: "tool.called",
    hopRef: hop.ref,
    toolCallId: call.id,
    tool: target,
    planStepId,
    writes: tool?.policy.writes ?? false,
    arguments: clean,
    ...asWritten(call.arguments, clean),
    argsSha256,
  });
  const approved = input.approved === call;
  const asked = tool && input.govern?.({ tool, arguments: parsed, hop, planStepId, approved });
  const decision = asked ?? null;
  return { call, tool, target, argsSha256, arguments: parsed, planStepId, approved, hop, decision };
}

/** The next round reads the text, which JSON in a store does not keep: spaces, the order of keys. */
function asWritten(text: string, clean: unknown): { argumentsText?: string } {
  const argumentsText = sanitise(text).value;
  return argumentsText === canonicalJson(clean, "arguments") ? {} : { argumentsText };
}

/** The arguments as JSON where they are; a digest needs a value, so other text stands under `text`. */
function parseArguments(text: string): unknown {
  try {
    return JSON.parse(text || "{}");
  } catch {
    return { text };
  }
}

type Outcome = "ok" | "failed" | "denied" | "stopped";

/** The record of a call's execution: what ran, with which digest, and how it ended. */
export function executionOf(call: PreparedCall, outcome: Outcome): Execution {
  const status = outcome === "stopped" ? "failed" : outcome;
  const observed = status === "ok" && call.decision?.outcome === "would_deny";
  return {
    planStepId: call.planStepId,
    type: "tool",
    target: call.target,
    actualArgsSha256: call.argsSha256,
    status: observed ? "would_deny" : status,
    hopRef: call.hop.ref,
    writes: call.tool?.policy.writes ?? false,
    approved: call.approved,
  };
}
