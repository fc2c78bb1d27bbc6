/** A run's model calls: what entered each, rebuilt and proved by digest, and what came out. */
import { z } from "zod";
import { ManifestSegment, PromptManifest, SegmentKind } from "../../run/prompt-manifest.ts";
import { Payload } from "../events/inspected-event.ts";

const count = z.int().nonnegative();
const milliseconds = z.number().nonnegative();
const outcome = z.enum(["ok", "failed", "denied", "stopped"]);

/** Why a segment could not be put together again. Its digest decides; nothing is guessed. */
export const NotRebuilt = z.enum([
  /** The prompt's text, or the deployment's instructions, are others now. */
  "prompt-changed",
  "tools-changed",
  /** The user-management service's own material: it never left the service. */
  "kept-by-service",
  /** That version of the hidden state is no longer stored. */
  "state-gone",
  "state-unreadable",
  /** What is stored gives other bytes than those that were sent. */
  "differs",
  /** The run was recorded before the log held this text. */
  "not-recorded",
  /** Larger than what is put together for one look. */
  "too-large",
]);
export type NotRebuilt = z.infer<typeof NotRebuilt>;

export const RebuiltSegment = z.strictObject({
  ...ManifestSegment.shape,
  /** Whether the agent's memory policy lets this kind, of this agent, into its prompts. */
  allowed: z.boolean(),
  /** `exact`: the rebuilt bytes have the manifest's digest. */
  rebuilt: z.union([z.literal("exact"), NotRebuilt]),
  /** The messages, or the tools, as they were sent; null where they could not be rebuilt. */
  content: Payload.nullable(),
});
export type RebuiltSegment = z.infer<typeof RebuiltSegment>;

/** One model call in the list. Nothing that was written. */
export const CallSummary = z.strictObject({
  /** Of `model.called`: the call's own number. */
  seq: z.int().positive(),
  callId: z.string(),
  hopRef: z.string(),
  /** The hop that made it; null where the log does not hold its start. */
  hop: z.strictObject({ kind: z.string(), nodeId: z.string() }).nullable(),
  round: z.int().positive(),
  agentId: z.string(),
  memoryPolicy: PromptManifest.shape.memoryPolicy,
  /** Milliseconds since the run began. */
  startMs: milliseconds,
  segments: count,
  bytes: count,
  /** True where the policy lets in every segment. */
  allowed: z.boolean(),
  retries: z.array(
    z.strictObject({
      seq: z.int().positive(),
      attempt: z.int().positive(),
      reason: z.string(),
      waitMs: milliseconds,
    }),
  ),
  /** Null while it goes on, and for a call that never came back. */
  answered: z
    .strictObject({
      seq: z.int().positive(),
      model: z.string(),
      outcome,
      reason: z.string().nullable(),
      finishReason: z.string().nullable(),
      inputTokens: count,
      outputTokens: count,
      firstTokenMs: milliseconds.nullable(),
      durationMs: milliseconds,
      attempts: z.int().positive(),
      /** In the currency of the price table; null where the model has no price. */
      cost: z.number().nonnegative().nullable(),
      textBytes: count,
      toolCalls: count,
    })
    .nullable(),
});
export type CallSummary = z.infer<typeof CallSummary>;

/** A call that a policy stopped before it was made. */
const StoppedCall = z.strictObject({
  seq: z.int().positive(),
  hopRef: z.string(),
  agentId: z.string(),
  rule: z.string(),
  segment: z.string(),
});

/** Query of `GET /api/admin/runs/[runId]/calls`: those beyond `after`, of one hop where `hop` says so. */
export const CallsQuery = z.strictObject({
  after: z.coerce.number().int().min(0).default(0),
  hop: z.string().min(1).max(200).optional(),
});
export type CallsQuery = z.output<typeof CallsQuery>;

/** `GET /api/admin/runs/[runId]/calls` */
export const RunCalls = z.strictObject({
  calls: z.array(CallSummary),
  /** How many calls the run holds, and how many of them this query means. */
  total: count,
  matching: count,
  /** True where more calls follow those sent. */
  hasMore: z.boolean(),
  stopped: z.array(StoppedCall),
  /** The answer as the person sees it. Open to everybody who may look at runs. */
  answer: z.string(),
  isRunning: z.boolean(),
});
export type RunCalls = z.infer<typeof RunCalls>;

export const AskedTool = z.strictObject({
  toolCallId: z.string(),
  /** Null where the call that the model asked for was never made. */
  tool: z.string().nullable(),
  hopRef: z.string().nullable(),
  seq: z.int().positive().nullable(),
  outcome: outcome.nullable(),
  arguments: Payload.nullable(),
});
export type AskedTool = z.infer<typeof AskedTool>;

/** `GET /api/admin/runs/[runId]/calls/[seq]`. With `?segment=<n>` (from 0), that segment's content comes whole. */
export const CallInspection = z.strictObject({
  call: CallSummary,
  promptSha256: z.string(),
  /** True where the segments' kinds and digests give the prompt's digest. */
  promptHolds: z.boolean(),
  segments: z.array(RebuiltSegment),
  /** What the model wrote; null while there is no answer. */
  text: Payload.nullable(),
  asked: z.array(AskedTool),
});
export type CallInspection = z.infer<typeof CallInspection>;

export const CallQuery = z.strictObject({ segment: z.coerce.number().int().min(0).optional() });

/** `GET …/calls/[seq]?segment=<n>` */
export const SegmentContent = z.strictObject({ content: Payload.nullable() });

export const WHY_TEXT_MAX_CHARS = 400;

/** Query of `GET /api/admin/runs/[runId]/why`: words of an answer. */
export const WhyQuery = z.strictObject({ text: z.string().trim().min(1).max(WHY_TEXT_MAX_CHARS) });

/** The place of the words, with what stands around them. */
export const Excerpt = z.strictObject({
  before: z.string(),
  match: z.string(),
  after: z.string(),
});
export type Excerpt = z.infer<typeof Excerpt>;

export const WhyFinding = z.strictObject({
  place: z.enum(["segment", "tool-result", "delta"]),
  /** Of the segment; null for what entered no prompt. */
  kind: SegmentKind.nullable(),
  agentId: z.string(),
  source: z.string(),
  /** Who wrote it: `user`, `assistant`, `tool`, `system`; null for other than messages. */
  role: z.string().nullable(),
  /** The run that it comes from, where that is another one. */
  fromRunId: z.string().nullable(),
  /** The hop in which it was written, else the hop whose call it entered. */
  hopRef: z.string().nullable(),
  /** `seq` of the calls that it entered: the first of them, and how many there are. */
  callSeqs: z.array(z.int().positive()),
  callCount: count,
  /** How often the words stand there. */
  matches: z.int().positive(),
  /** Null for an operator who may not read it. */
  excerpt: Excerpt.nullable(),
});
export type WhyFinding = z.infer<typeof WhyFinding>;

/** Segments that could not be searched, by why not. */
const Unsearched = z.strictObject({ why: NotRebuilt, agentId: z.string(), segments: count });

export const WhyAnswer = z.discriminatedUnion("ok", [
  z.strictObject({
    ok: z.literal(true),
    text: z.string(),
    findings: z.array(WhyFinding),
    /** How many places hold the words; `findings` are the first of them. */
    found: count,
    searched: z.strictObject({ calls: count, callsInRun: count, segments: count, deltas: count }),
    unsearched: z.array(Unsearched),
  }),
  /** An auditor asks with whole words of the answer that the person sees, and with no others. */
  z.strictObject({ ok: z.literal(false), reason: z.literal("not-of-the-answer") }),
]);
export type WhyAnswer = z.infer<typeof WhyAnswer>;
