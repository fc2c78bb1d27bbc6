/** Prepares a tool call: starts its hop, records its arguments and asks the policies. Nothing runs yet. */
import "server-only";
import { canonicalJson, sha256Hex } from "../../agent-state/canonical-digest.ts";
import { computeArgsDigest } from "../../agent-state/codec.ts";
import { parseExact } from "../../contracts/json/exact-numbers.ts";
import type { HopDecision } from "../../contracts/run/hop-decision.ts";
import type { Execution } from "../../contracts/run/plan.ts";
import { findMandates } from "../../hidden-state/redaction/raw-mandates.ts";
import { sanitise } from "../../hidden-state/sanitise.ts";
import type { ModelToolCall } from "../../llm/model-types.ts";
import type { Segment } from "../../prompt/segment.ts";
import { checkArguments } from "../../tools/check-arguments.ts";
import type { Tool } from "../../tools/tool.ts";
import { type CallOrigins, judgeCall } from "../foreign/judge-call.ts";
import type { Hop } from "../record-hops.ts";
import type { LoopInput } from "./loop-types.ts";
import type { Passage } from "./open-gateway.ts";

export type PreparedCall = {
  call: ModelToolCall;
  /** Absent if the model named a tool that this agent does not have. */
  tool: Tool | undefined;
  arguments: unknown;
  /** `tool@version`, or the unknown name that the model used. */
  target: string;
  argsSha256: string;
  planStepId: string | null;
  approved: boolean;
  /** Where it comes from. */
  from: CallOrigins;
  /** The prompt that it answers. */
  segments: readonly Segment[];
  hop: Hop;
  decision: HopDecision | null;
  /** Its way through the gateway; null where it does not leave. */
  passage: Passage | null;
};

/**
 * @param segments the prompt that it answers
 * @param isInText the model wrote the call as text: whether it meant one is less certain
 */
export function prepareCall(
  input: LoopInput,
  segments: readonly Segment[],
  call: ModelToolCall,
  isInText: boolean,
): PreparedCall {
  const { agent, trace, ports, governance } = input;
  const tool = agent.tools.find((candidate) => candidate.name === call.name);
  const target = tool ? `${tool.name}@${tool.version}` : call.name || "unknown";
  const planStepId = governance.steps?.link(target) ?? null;
  const parsed = parseArguments(call.arguments);
  // Digest the sanitised arguments: a secret must leave no digest, and a lone surrogate has no canonical form.
  const clean = sanitise(parsed).value;
  const argsSha256 = computeArgsDigest(clean);
  const hop = trace.hops.start({
    kind: "tool",
    nodeId: call.name || "unknown",
    parent: trace.hop,
    additions: {
      ...(planStepId ? { plan_step_id: planStepId } : {}),
      tool: target,
      args_sha256: argsSha256,
    },
  });
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
  const from = judgeCall(tool, parsed, { segments, ownWords: input.ownWords ?? "" });
  const asked =
    tool && governance.govern?.({ tool, arguments: parsed, hop, planStepId, approved, from });
  const decided =
    isInText && !approved && tool?.policy.writes && mayGo(asked ?? null)
      ? ASKS_FIRST
      : (asked ?? null);
  const rawMandates = findMandates(parsed).map(digestMandate);
  // A raw mandate is stopped at once: nobody is asked whether it may leave.
  const passage =
    tool && (mayGo(decided) || rawMandates.length > 0)
      ? leave(input, { call, tool, parsed, hop, argsSha256, rawMandates })
      : null;
  const decision = passage && !passage.isOpen ? passage.decision : decided;
  return {
    call,
    tool,
    target,
    argsSha256,
    arguments: parsed,
    planStepId,
    approved,
    from,
    segments,
    hop,
    decision,
    passage,
  };
}

/** A call in text that writes always asks the person, whatever the policies allow. */
const ASKS_FIRST: HopDecision = {
  outcome: "needs_approval",
  policies: [],
  reason: "The model wrote the call as text.",
};

function mayGo(decision: HopDecision | null): boolean {
  return decision?.outcome !== "deny" && decision?.outcome !== "needs_approval";
}

/** Over its text, or over its JSON as it was written, without spaces. */
function digestMandate(mandate: unknown): string {
  return sha256Hex(typeof mandate === "string" ? mandate : JSON.stringify(mandate));
}

type Leaving = {
  call: ModelToolCall;
  tool: Tool;
  parsed: unknown;
  hop: Hop;
  argsSha256: string;
  rawMandates: readonly string[];
};

/** Opens the gateway for a call that leaves this process. A call whose arguments do not fit goes nowhere. */
function leave(
  input: LoopInput,
  { call, tool, parsed, hop, argsSha256, rawMandates }: Leaving,
): Passage | null {
  const { policy, name } = tool;
  const egressDomain = tool.egressDomain?.(parsed) ?? null;
  const leaves = egressDomain !== null || policy.riskTags.includes("mcp");
  if (!leaves || !checkArguments(tool, parsed).ok) return null;
  const { ap2 } = (parsed ?? {}) as { ap2?: unknown };
  return input.governance.gateway.pass({
    parent: hop,
    action: { kind: "tool", name },
    egressDomain,
    riskTags: policy.riskTags,
    writes: policy.writes,
    approved: input.approved === call,
    idempotencyKey: computeArgsDigest({ run: input.who.runId, call: call.id, args: argsSha256 }),
    ap2,
    rawMandates,
  });
}

/** Keeps the arguments as text: stored JSON would lose spaces and the order of keys, which the next prompt contains. */
function asWritten(text: string, clean: unknown): { argumentsText?: string } {
  const argumentsText = sanitise(text).value;
  return argumentsText === canonicalJson(clean, "arguments") ? {} : { argumentsText };
}

/** The arguments as a JSON value for the digest. Text that is not JSON, or has an impossible number, is wrapped as `{text}`. */
function parseArguments(text: string): unknown {
  try {
    return parseExact(text.trim() || "{}");
  } catch {
    return { text };
  }
}

type Outcome = "ok" | "failed" | "denied" | "stopped";

/** The execution record of a call: target, argument digest and status. */
export function executionOf(call: PreparedCall, outcome: Outcome): Execution {
  const observed = outcome === "ok" && call.decision?.outcome === "would_deny";
  return {
    planStepId: call.planStepId,
    type: "tool",
    target: call.target,
    actualArgsSha256: call.argsSha256,
    status: observed ? "would_deny" : outcome,
    hopRef: call.hop.ref,
    writes: call.tool?.policy.writes ?? false,
    approved: call.approved,
  };
}
