/** The run log's event union. `visibility` is a property of the type; see `toPublicEvent`. */
import { z } from "zod";
import { MessageEnd } from "../public/message-end.ts";
import { PublicStatus } from "../public/public-status.ts";
import { HopDecision } from "./hop-decision.ts";
import { Execution, Plan } from "./plan.ts";
import { PromptManifest } from "./prompt-manifest.ts";

const outcome = z.enum(["ok", "failed", "denied", "stopped"]);
const durationMs = z.number().nonnegative();

export const LogEventBody = z.discriminatedUnion("type", [
  z.strictObject({
    type: z.literal("run.started"),
    agentId: z.string(),
    userMessageId: z.string(),
  }),
  z.strictObject({
    type: z.literal("hop.started"),
    hopRef: z.string(),
    parentRef: z.string().nullable(),
    kind: z.enum(["coordinator", "agent", "service", "tool"]),
    nodeId: z.string(),
    /** Agent-state headers as they arrived at this hop, raw. */
    headers: z.record(z.string(), z.string()).optional(),
    /** What they decoded to; absent where they are malformed, which is a finding. */
    envelope: z.unknown().optional(),
    /** Variables that were too large for a header: canonical JSON, kept under their digest. */
    spilled: z.strictObject({ sha256: z.string(), body: z.string() }).optional(),
    /** `verified`, `unsigned` or `forged`, where this hop checks signatures. */
    signature: z.enum(["verified", "unsigned", "forged"]).optional(),
  }),
  z.strictObject({
    type: z.literal("hop.ended"),
    hopRef: z.string(),
    outcome,
    durationMs,
    /** What an agent wrote for the steps after it, where several share a turn: nobody else was told it. */
    result: z.string().optional(),
  }),
  z.strictObject({
    type: z.literal("state.loaded"),
    hopRef: z.string(),
    agentId: z.string(),
    version: z.int().nonnegative(),
    /** Why stored state was quarantined, when it was. */
    finding: z.string().nullable(),
  }),
  z.strictObject({
    type: z.literal("state.saved"),
    hopRef: z.string(),
    agentId: z.string(),
    version: z.int().positive(),
    bytes: z.int().nonnegative(),
    exchangesPruned: z.int().nonnegative(),
  }),
  z.strictObject({
    type: z.literal("model.called"),
    hopRef: z.string(),
    callId: z.string(),
    round: z.int().positive(),
    manifest: PromptManifest,
  }),
  z.strictObject({
    type: z.literal("model.retried"),
    hopRef: z.string(),
    callId: z.string(),
    attempt: z.int().positive(),
    reason: z.string(),
    waitMs: z.number().nonnegative(),
  }),
  z.strictObject({
    type: z.literal("model.answered"),
    hopRef: z.string(),
    callId: z.string(),
    /** The model's own name for itself. */
    model: z.string(),
    outcome,
    /** The reason of a call that did not end well: a code of lib/errors. */
    reason: z.string().nullable(),
    finishReason: z.string().nullable(),
    /** What it wrote, as the person read it. */
    text: z.string(),
    toolCallIds: z.array(z.string()),
    inputTokens: z.int().nonnegative(),
    outputTokens: z.int().nonnegative(),
    firstTokenMs: durationMs.nullable(),
    durationMs,
    attempts: z.int().positive(),
  }),
  z.strictObject({
    type: z.literal("tool.called"),
    hopRef: z.string(),
    toolCallId: z.string(),
    tool: z.string(),
    /** Sanitised. The raw text where it was not JSON. */
    arguments: z.unknown(),
    /** Their text as the model reads it again, where it is not the canonical JSON of `arguments`. */
    argumentsText: z.string().optional(),
    argsSha256: z.string(),
    /** The plan's step that this call carries out, where the plan names one. */
    planStepId: z.string().nullable(),
    writes: z.boolean(),
  }),
  z.strictObject({
    type: z.literal("tool.returned"),
    hopRef: z.string(),
    toolCallId: z.string(),
    tool: z.string(),
    outcome,
    /** Sanitised text exactly as the model got it. */
    result: z.string(),
    bytes: z.int().nonnegative(),
    durationMs,
  }),
  z.strictObject({
    type: z.literal("policy.decided"),
    hopRef: z.string(),
    principal: z.string(),
    /** As policies name it: `call:{tool}` or `ask:{agent}`. */
    action: z.string(),
    decision: HopDecision,
  }),
  z.strictObject({
    type: z.literal("policy.violated"),
    hopRef: z.string(),
    agentId: z.string(),
    rule: z.string(),
    segment: z.string(),
  }),
  z.strictObject({ type: z.literal("plan.made"), hopRef: z.string(), plan: Plan }),
  /** The plan's first step started: from here on a changed mind is a revision. */
  z.strictObject({ type: z.literal("plan.frozen"), hopRef: z.string(), revision: z.int() }),
  /** An answer of the planning call that did not fit. */
  z.strictObject({ type: z.literal("plan.refused"), hopRef: z.string(), reason: z.string() }),
  z.strictObject({
    type: z.literal("route.chosen"),
    hopRef: z.string(),
    agentId: z.string(),
    reason: z.string(),
    /** The agent whose first call started beside the planning call, and what became of it. */
    likely: z.string().nullable(),
    speculation: z.enum(["used", "dropped", "off"]),
  }),
  z.strictObject({
    type: z.literal("execution.recorded"),
    hopRef: z.string(),
    execution: Execution,
  }),
  /** What an agent says of itself; kept and compared, never believed. */
  z.strictObject({
    type: z.literal("execution.claimed"),
    hopRef: z.string(),
    agentId: z.string(),
    claims: z.unknown(),
  }),
  z.strictObject({
    type: z.literal("context.changed"),
    hopRef: z.string(),
    agentId: z.string(),
    ordinal: z.int().positive(),
    beforeSha256: z.string(),
    afterSha256: z.string(),
    paths: z.array(z.string()),
  }),
  z.strictObject({
    type: z.literal("context.refused"),
    hopRef: z.string(),
    agentId: z.string(),
    reason: z.string(),
    attempt: z.int().positive(),
  }),
  z.strictObject({
    type: z.literal("envelope.finding"),
    hopRef: z.string(),
    /** malformed | foreign-write | oversize | unsigned | forged */
    code: z.string(),
    detail: z.string(),
  }),
  z.strictObject({
    type: z.literal("approval.requested"),
    hopRef: z.string(),
    approvalId: z.string(),
    tool: z.string(),
    question: z.string(),
    /** Steps of the plan that wait for the same word: the run that takes it up carries them out. */
    carried: z.array(z.string()).optional(),
  }),
  z.strictObject({
    type: z.literal("approval.decided"),
    approvalId: z.string(),
    decision: z.enum(["approved", "declined"]),
  }),
  z.strictObject({
    type: z.literal("deviation.scored"),
    score: z.number().nullable(),
    metricVersion: z.int().positive(),
  }),
  z.strictObject({ type: z.literal("run.noted"), code: z.string(), detail: z.string() }),
  z.strictObject({ type: z.literal("status.changed"), status: PublicStatus }),
  z.strictObject({
    type: z.literal("answer.delta"),
    offset: z.int().nonnegative(),
    text: z.string(),
  }),
  z.strictObject({
    type: z.literal("run.ended"),
    ending: MessageEnd,
    /** A code of lib/errors; its person text is what the browser gets. */
    reason: z.string().nullable(),
  }),
]);
export type LogEventBody = z.infer<typeof LogEventBody>;
export type LogEventType = LogEventBody["type"];

/** An event in its place in the log. */
export type LogEvent = {
  runId: string;
  /** From 1, gapless. */
  seq: number;
  /** From 1, gapless among public events other than deltas, which are addressed by offset; else null. */
  publicSeq: number | null;
  /** ISO 8601, UTC. */
  at: string;
  body: LogEventBody;
};
