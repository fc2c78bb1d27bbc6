/**
 * What the user-management service and its clients exchange over HTTP.
 *
 * `POST /conversations`, `POST /conversations/{id}/chat` and `POST /conversations/{id}/fork`. Errors are `ApiError` bodies. A streamed chat is SSE:
 * `{"conversation_id"}`, chunks, a chunk with `finish_reason: "stop"` (`length` or `content_filter` of
 * an answer that is not whole), `[DONE]`. Once it streams, a failure is a frame
 * `{"error": {"code", "message"}}` before `[DONE]`. `approval`, `hop_starts`, `hops`, `model_calls`, `duration_ms` and
 * `agent_execution`, `position` and `hidden_words` are our extensions; a caller that does not know them loses nothing, and another service need not
 * send them. Hops and model calls are streamed as they end.
 */
import { z } from "zod";
import {
  CHANGED_CALL_MAX_CHARS,
  INSTRUCTIONS_MAX_CHARS,
  UMS_CONTENT_MAX_CHARS,
  UMS_HIDDEN_NAME_MAX_CHARS,
  UMS_HIDDEN_WORDS_MAX,
  UMS_KNOWN_MAX,
  UMS_QUESTION_MAX_CHARS,
} from "../limits.ts";
import { callCostFields } from "../model/call-cost.ts";
import { LeftOut } from "../model/left-out.ts";
import { CallFrom, HopDecision } from "../run/hop-decision.ts";
import { Execution } from "../run/plan.ts";
import { PromptManifest } from "../run/prompt-manifest.ts";

export const OpenUmsConversation = z.strictObject({
  title: z.string().trim().min(1).max(200).optional(),
});
export type OpenUmsConversation = z.infer<typeof OpenUmsConversation>;

export const UmsConversation = z.object({
  id: z.guid(),
  title: z.string().nullable(),
  created_at: z.iso.datetime({ offset: true }),
  updated_at: z.iso.datetime({ offset: true }),
});
export type UmsConversation = z.infer<typeof UmsConversation>;

/** A new conversation that begins with the messages of another one, up to a position that a chat has reported. */
export const ForkUmsConversation = z.strictObject({ position: z.int32().nonnegative() });
export type ForkUmsConversation = z.infer<typeof ForkUmsConversation>;

export const UmsApprovalDecision = z.strictObject({
  id: z.guid(),
  decision: z.enum(["approved", "declined"]),
  /** All arguments of the call, as JSON, where the person changed them. Only where `UmsApproval` named them. Our extension. */
  arguments: z.string().max(CHANGED_CALL_MAX_CHARS).optional(),
});
export type UmsApprovalDecision = z.infer<typeof UmsApprovalDecision>;

export const UmsChatRequest = z.strictObject({
  message: z.strictObject({
    role: z.literal("user"),
    content: z.string().trim().min(1).max(UMS_CONTENT_MAX_CHARS),
  }),
  stream: z.boolean().default(false),
  /** What the person asks of every answer. Our extension. */
  instructions: z.string().trim().min(1).max(INSTRUCTIONS_MAX_CHARS).optional(),
  /** Results of earlier steps of the same turn, which are no words of the person. Our extension. */
  known: z.array(z.string().trim().min(1).max(UMS_CONTENT_MAX_CHARS)).max(UMS_KNOWN_MAX).optional(),
  /** The person's decision on the approval that the last answer asked for. */
  approval: UmsApprovalDecision.optional(),
});
export type UmsChatRequest = z.input<typeof UmsChatRequest>;

/** A question to the person: the answer's text asks it, and these fields return with the decision. */
export const UmsApproval = z.object({
  id: z.guid(),
  question: z.string().min(1).max(UMS_QUESTION_MAX_CHARS),
  tool: z.string().min(1).max(120),
  /** The arguments of the call, as JSON, where the person may change them before they approve it. */
  arguments: z.string().max(CHANGED_CALL_MAX_CHARS).optional().catch(undefined),
});
export type UmsApproval = z.infer<typeof UmsApproval>;

const outcome = z.enum(["ok", "failed", "denied", "stopped"]);
const count = z.int().nonnegative();
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const durationMs = z.number().nonnegative();

/**
 * The start of a tool hop inside the service. A streamed answer reports it at once, so that siblings keep their order.
 */
export const UmsHopStart = z.object({
  /** Unique within the answer. */
  ref: z.string().min(1).max(120),
  /** Another hop of this answer; null: the service's own. */
  parentRef: z.string().min(1).max(120).nullable(),
  toolCallId: z.string().max(200),
  /** `name@version` */
  tool: z.string().min(1).max(120),
  writes: z.boolean(),
  argsSha256: sha256,
  /** Since the start of the service's turn; absent where the service does not report it. */
  startedMs: durationMs.optional(),
});
export type UmsHopStart = z.infer<typeof UmsHopStart>;

/** One tool hop inside the service: digests and figures. Arguments and results stay there. */
export const UmsHop = UmsHopStart.extend({
  /** True where the person approved exactly this call. */
  approved: z.boolean(),
  /** Its status as an execution of the plan; null where it is not one. */
  status: Execution.shape.status.nullable(),
  /** Digest of the result as the service's model got it. Null if the call did not run. */
  resultSha256: sha256.nullable(),
  bytes: count,
  outcome,
  durationMs,
  /** The policy decision on the call, if a policy was asked. */
  decision: z.nullable(HopDecision),
  /** Where the call comes from, without a sentence. */
  from: z.optional(CallFrom).catch(undefined),
});
export type UmsHop = z.infer<typeof UmsHop>;

/** What an operator should know of a model call of the service, by code. */
export const UmsNote = z.enum([
  "exchanges-pruned",
  "call-not-run-again",
  "may-have-happened",
  "arguments-repaired",
]);
export type UmsNote = z.infer<typeof UmsNote>;

/** One model call inside the service: digests of its input, and its outcome. */
export const UmsModelCall = z.object({
  callId: z.string().min(1).max(120),
  round: z.int().positive(),
  manifest: PromptManifest,
  model: z.string(),
  outcome,
  reason: z.string().nullable(),
  finishReason: z.string().nullable(),
  toolCallIds: z.array(z.string()),
  inputTokens: count,
  outputTokens: count,
  firstTokenMs: durationMs.nullable(),
  durationMs,
  attempts: z.int().positive(),
  /** What the call cost. A service that bills by itself need not say. */
  ...callCostFields,
  // What the answer needed. A word that is not known says nothing, and fails nothing.
  /** Why a whole answer is not what was asked for. */
  shortfall: z.enum(["length", "filtered", "declined", "unknown"]).optional().catch(undefined),
  /** The calls were written as text. */
  callsInText: z.literal(true).optional().catch(undefined),
  /** Why what looked like a call in the text neither ran nor was shown. */
  leftOut: z.array(LeftOut).max(20).optional().catch(undefined),
  /** What was done about its prompt, or about the calls of the answer before it. */
  noted: z.array(UmsNote).max(20).optional().catch(undefined),
  /** As of a hop. */
  startedMs: durationMs.optional(),
});
export type UmsModelCall = z.infer<typeof UmsModelCall>;

/** Words of a hidden text of the service in its answer. They were cut there, and stay there. */
export const UmsHiddenWords = z.object({
  /** How they were written: `row`, `name`, or a disguise. */
  kind: z.string().regex(/^[a-z0-9-]{1,40}$/),
  /** The hidden text that they stand in, by name. */
  from: z.string().min(1).max(UMS_HIDDEN_NAME_MAX_CHARS),
  /** Place in the answer as the model wrote it, in UTF-16 units. */
  at: count,
  textSha256: sha256,
});
export type UmsHiddenWords = z.infer<typeof UmsHiddenWords>;

const extensions = {
  approval: UmsApproval.optional(),
  // For the record only: an invalid report must not fail the answer.
  hop_starts: z.array(UmsHopStart).max(500).optional().catch(undefined),
  hops: z.array(UmsHop).max(500).optional().catch(undefined),
  model_calls: z.array(UmsModelCall).max(200).optional().catch(undefined),
  /** In the last frame, or with the whole answer. */
  hidden_words: z.array(UmsHiddenWords).max(UMS_HIDDEN_WORDS_MAX).optional().catch(undefined),
  /** How long the turn took by the service's clock; in the last frame, or with the whole answer. */
  duration_ms: durationMs.optional().catch(undefined),
  /** How far the conversation reaches after this turn; in the last frame, or with the whole answer. A fork names it. */
  position: count.optional().catch(undefined),
  /** The report of the service's agent about itself (seeds, "Agent Execution Reflection"); stored and compared. */
  agent_execution: z.unknown().optional(),
};

/** A chat's answer without streaming. */
export const UmsChatAnswer = z.object({
  content: z.string(),
  conversation_id: z.guid(),
  ...extensions,
});
export type UmsChatAnswer = z.infer<typeof UmsChatAnswer>;

export const UmsStreamStart = z.object({ conversation_id: z.guid() });
export const UmsStreamError = z.object({
  error: z.object({ code: z.string(), message: z.string() }),
  ...extensions,
});
export type UmsStreamError = z.infer<typeof UmsStreamError>;

export const UmsStreamChunk = z.object({
  choices: z
    .array(
      z.object({
        index: z.literal(0),
        delta: z.object({ content: z.string().nullish() }),
        finish_reason: z.string().nullable(),
      }),
    )
    .length(1),
  ...extensions,
});
export type UmsStreamChunk = z.infer<typeof UmsStreamChunk>;
