/** The run log as an operator receives it: structure in the open, everything somebody wrote inside a `Payload`. */
import { z } from "zod";
import { HopDecision } from "./hop-decision.ts";
import { MessageEnd } from "./message-end.ts";
import { PromptManifest } from "./prompt-manifest.ts";
import { PublicStatus } from "./public-status.ts";

/** A value that people, models or tools wrote. Always shown as text, never as markup. */
export const Payload = z.strictObject({
  /** UTF-8 bytes of the text, or of the value's JSON. */
  bytes: z.int().nonnegative(),
  /** JSON. */
  value: z.unknown(),
});
export type Payload = z.infer<typeof Payload>;

export const Outcome = z.enum(["ok", "failed", "denied", "stopped"]);
export type Outcome = z.infer<typeof Outcome>;
export const HopKind = z.enum(["coordinator", "agent", "service", "tool"]);
export type HopKind = z.infer<typeof HopKind>;

const durationMs = z.number().nonnegative();
const count = z.int().nonnegative();

export const InspectedBody = z.discriminatedUnion("type", [
  z.strictObject({
    type: z.literal("run.started"),
    agentId: z.string(),
    userMessageId: z.string(),
  }),
  z.strictObject({
    type: z.literal("hop.started"),
    hopRef: z.string(),
    parentRef: z.string().nullable(),
    kind: HopKind,
    nodeId: z.string(),
    headers: Payload.nullable(),
  }),
  z.strictObject({
    type: z.literal("hop.ended"),
    hopRef: z.string(),
    outcome: Outcome,
    durationMs,
  }),
  z.strictObject({
    type: z.literal("state.loaded"),
    hopRef: z.string(),
    agentId: z.string(),
    version: count,
    finding: z.string().nullable(),
  }),
  z.strictObject({
    type: z.literal("state.saved"),
    hopRef: z.string(),
    agentId: z.string(),
    version: count,
    bytes: count,
    exchangesPruned: count,
  }),
  z.strictObject({
    type: z.literal("model.called"),
    hopRef: z.string(),
    callId: z.string(),
    round: count,
    manifest: PromptManifest,
  }),
  z.strictObject({
    type: z.literal("model.retried"),
    hopRef: z.string(),
    callId: z.string(),
    attempt: count,
    reason: z.string(),
    waitMs: durationMs,
  }),
  z.strictObject({
    type: z.literal("model.answered"),
    hopRef: z.string(),
    callId: z.string(),
    model: z.string(),
    outcome: Outcome,
    reason: z.string().nullable(),
    finishReason: z.string().nullable(),
    text: Payload,
    toolCallIds: z.array(z.string()),
    inputTokens: count,
    outputTokens: count,
    firstTokenMs: durationMs.nullable(),
    durationMs,
    attempts: count,
  }),
  z.strictObject({
    type: z.literal("tool.called"),
    hopRef: z.string(),
    toolCallId: z.string(),
    tool: z.string(),
    arguments: Payload,
    argsSha256: z.string(),
  }),
  z.strictObject({
    type: z.literal("tool.returned"),
    hopRef: z.string(),
    toolCallId: z.string(),
    tool: z.string(),
    outcome: Outcome,
    result: Payload,
    durationMs,
  }),
  z.strictObject({
    type: z.literal("policy.decided"),
    hopRef: z.string(),
    principal: z.string(),
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
  z.strictObject({ type: z.literal("run.noted"), code: z.string(), detail: Payload }),
  z.strictObject({ type: z.literal("status.changed"), status: PublicStatus }),
  z.strictObject({ type: z.literal("answer.delta"), offset: count, text: Payload }),
  z.strictObject({
    type: z.literal("run.ended"),
    ending: MessageEnd,
    reason: z.string().nullable(),
  }),
  /** An event that does not fit its schema: a finding, never a blank page. */
  z.strictObject({
    type: z.literal("unreadable"),
    storedType: z.string(),
    finding: z.string(),
    stored: Payload,
  }),
]);
export type InspectedBody = z.infer<typeof InspectedBody>;
export type InspectedBodyOf<Type extends InspectedBody["type"]> = Extract<
  InspectedBody,
  { type: Type }
>;

export const InspectedEvent = z.strictObject({
  seq: z.int().positive(),
  /** Its place in what the person's browser received; null for everything that it did not. */
  publicSeq: z.int().positive().nullable(),
  visibility: z.enum(["public", "hidden"]),
  at: z.iso.datetime(),
  body: InspectedBody,
});
export type InspectedEvent = z.infer<typeof InspectedEvent>;
