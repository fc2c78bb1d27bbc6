/** A run's model calls: what entered each, rebuilt and verified by digest, and the answers. */
import * as z from "zod/mini";
import { WHY_TEXT_MAX_CHARS } from "../../limits.ts";
import { SentPrompt } from "../../model/adaptation.ts";
import { CostUnknown } from "../../model/call-cost.ts";
import { CapabilityName } from "../../model/capability.ts";
import { Trust } from "../../model/origin.ts";
import { ManifestSegment, PromptManifest, SegmentKind } from "../../run/prompt-manifest.ts";
import { TitleOutcome } from "../../run/title-outcome.ts";
import { Payload } from "../events/inspected-event.ts";

const count = z.int().check(z.nonnegative());
const milliseconds = z.number().check(z.nonnegative());
const outcome = z.enum(["ok", "failed", "denied", "stopped", "discarded"]);

/** Why a segment could not be rebuilt. Only a rebuild with the recorded digest counts. */
export const NotRebuilt = z.enum([
  /** The prompt's text, or the deployment's instructions, have changed since. */
  "prompt-changed",
  "instructions-changed",
  "tools-changed",
  /** Content of the user-management service, which is asked for only when a call is opened. */
  "kept-by-service",
  /** The service was asked, and reports nothing of it. */
  "not-reported",
  /** That version of the hidden state is no longer stored. */
  "state-gone",
  "state-unreadable",
  /** The stored material gives other bytes than those that were sent. */
  "differs",
  /** The run was recorded before the log contained this text. */
  "not-recorded",
  /** Above the limit of one rebuild. */
  "too-large",
]);
export type NotRebuilt = z.infer<typeof NotRebuilt>;

export const RebuiltSegment = z.strictObject({
  ...ManifestSegment.shape,
  /** Whether the agent's memory policy allows this kind of this agent in its prompts. */
  allowed: z.boolean(),
  /** `exact`: the rebuilt bytes have the manifest's digest. */
  rebuilt: z.union([z.literal("exact"), NotRebuilt]),
  /** The messages, or the tools, as they were sent; null where they could not be rebuilt. */
  content: z.nullable(Payload),
});
export type RebuiltSegment = z.infer<typeof RebuiltSegment>;

/** One model call in the list, without content. */
export const CallSummary = z.strictObject({
  /** `seq` of `model.called`. */
  seq: z.int().check(z.positive()),
  callId: z.string(),
  hopRef: z.string(),
  /** The hop that made it; null where the log does not contain its start. */
  hop: z.nullable(z.strictObject({ kind: z.string(), nodeId: z.string() })),
  round: z.int().check(z.positive()),
  agentId: z.string(),
  memoryPolicy: PromptManifest.shape.memoryPolicy,
  /** Milliseconds since the run began; of a call inside a service, by its clock mapped to ours. */
  startMs: milliseconds,
  /** The service's clock and ours disagree, so that its times are only as good as the two ends of its hop. */
  clockDisagrees: z.boolean(),
  segments: count,
  bytes: count,
  /** The lowest trust of what stood in its prompt; null: from before origins were kept. */
  trust: z.nullable(Trust),
  /** True where the policy allows every segment. */
  allowed: z.boolean(),
  retries: z.array(
    z.strictObject({
      seq: z.int().check(z.positive()),
      attempt: z.int().check(z.positive()),
      reason: z.string(),
      waitMs: milliseconds,
    }),
  ),
  /** Null while it is active, and for a call without an answer. */
  answered: z.nullable(
    z.strictObject({
      seq: z.int().check(z.positive()),
      model: z.string(),
      outcome,
      reason: z.nullable(z.string()),
      finishReason: z.nullable(z.string()),
      inputTokens: count,
      outputTokens: count,
      firstTokenMs: z.nullable(milliseconds),
      durationMs: milliseconds,
      attempts: z.int().check(z.positive()),
      /** In the currency of the price table; null where the model has no price. */
      cost: z.nullable(z.number().check(z.nonnegative())),
      costUnknown: z.nullable(CostUnknown),
      usageEstimated: z.boolean(),
      textBytes: count,
      toolCalls: count,
    }),
  ),
});
export type CallSummary = z.infer<typeof CallSummary>;

/** A call that a policy stopped before it was made. */
const StoppedCall = z.strictObject({
  seq: z.int().check(z.positive()),
  hopRef: z.string(),
  agentId: z.string(),
  rule: z.string(),
  segment: z.string(),
});

/** Query of `GET /api/admin/runs/[runId]/calls`: the calls after `after`, only those of `hop` if it is given. */
export const CallsQuery = z.strictObject({
  after: z._default(z.coerce.number().check(z.int(), z.minimum(0)), 0),
  hop: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
});
export type CallsQuery = z.output<typeof CallsQuery>;

/** The call for the conversation's title, made behind the run's end. It is in no log: digests and figures are kept. */
export const TitleCall = z.strictObject({
  outcome: TitleOutcome,
  reason: z.nullable(z.string()),
  model: z.nullable(z.string()),
  manifest: PromptManifest,
  startedAt: z.iso.datetime(),
  durationMs: milliseconds,
  inputTokens: count,
  outputTokens: count,
  cost: z.nullable(z.number().check(z.nonnegative())),
});
export type TitleCall = z.infer<typeof TitleCall>;

/** `GET /api/admin/runs/[runId]/calls` */
export const RunCalls = z.strictObject({
  calls: z.array(CallSummary),
  /** The number of calls in the run, and of those that match the query. */
  total: count,
  matching: count,
  /** True where more calls follow those sent. */
  hasMore: z.boolean(),
  stopped: z.array(StoppedCall),
  /** The answer as the person sees it. Open to everybody who may read runs. */
  answer: z.string(),
  isRunning: z.boolean(),
  /** Null where this run was followed by none. */
  titleCall: z.nullable(TitleCall),
});
export type RunCalls = z.infer<typeof RunCalls>;

/** Where a call that writes or leaves comes from, as the policies were told. Origins as in `Origin`. */
export const CallBlame = z.strictObject({
  /** `seq` of `policy.decided`. */
  seq: z.int().check(z.positive()),
  trust: Trust,
  /** Each argument stands in what the person wrote for this turn. */
  inPersonsWords: z.boolean(),
  /** The arguments whose value stands in a foreign text alone. */
  foreignArguments: z.array(z.strictObject({ name: z.string(), origin: z.string() })),
  /** Null for a call that opens no address. */
  addressIsKnown: z.nullable(z.boolean()),
  /** Where private words come from that would leave; null where none would. */
  sendsPrivate: z.nullable(z.string()),
  /** The foreign sentence that may have asked for the call; null where there is none. */
  resembling: z.nullable(z.strictObject({ sentence: Payload, origin: z.string() })),
});
export type CallBlame = z.infer<typeof CallBlame>;

export const AskedTool = z.strictObject({
  toolCallId: z.string(),
  /** Null where the requested call was never made. */
  tool: z.nullable(z.string()),
  hopRef: z.nullable(z.string()),
  seq: z.nullable(z.int().check(z.positive())),
  outcome: z.nullable(outcome),
  arguments: z.nullable(Payload),
  /** Result of a call inside a service that reports it. Results of other calls are in the log. */
  result: z.nullable(Payload),
  /** Null for a call that neither writes nor leaves, and for one from before origins were kept. */
  from: z.nullable(CallBlame),
});
export type AskedTool = z.infer<typeof AskedTool>;

/** What a provider said when it refused or failed a request of the call. */
export const ProviderRefusal = z.strictObject({
  seq: z.int().check(z.positive()),
  /** A code of lib/errors. */
  reason: z.string(),
  connection: z.string(),
  status: z.nullable(z.int()),
  code: z.nullable(z.string()),
  requestId: z.nullable(z.string()),
  /** The variable that holds the key of the request. */
  keyName: z.nullable(z.string()),
  /** The capability that the refusal names; the call was repeated without it. */
  missing: z.nullable(CapabilityName),
  /** The connection that took over. */
  takesOver: z.nullable(z.string()),
  words: Payload,
});
export type ProviderRefusal = z.infer<typeof ProviderRefusal>;

/** `GET /api/admin/runs/[runId]/calls/[seq]`. `?segment=<n>` (from 0) gives the whole content of that segment. */
export const CallInspection = z.strictObject({
  /** What providers said before the answer, oldest first. */
  refusals: z.array(ProviderRefusal),
  /** The model's own limit of output in tokens, where it cut the answer and is known. */
  outputLimit: z.nullable(count),
  call: CallSummary,
  promptSha256: z.string(),
  /** True where the segments' kinds and digests give the prompt's digest. */
  promptHolds: z.boolean(),
  segments: z.array(RebuiltSegment),
  /** What was sent after the adaptations to the model's server; null for older runs, and inside a service. */
  sent: z.nullable(
    z.strictObject({
      ...SentPrompt.shape,
      /** `exact`: the rebuilt segments, adapted in the same way, have the recorded digest. */
      proof: z.enum(["exact", "differs", "not-rebuilt"]),
      /**
       * The messages as they were sent, as JSON text; null where they are those of the segments, and where nothing is
       * proved.
       */
      messages: z.nullable(Payload),
      /** Arguments of calls that were no JSON object: what the model wrote, and what was sent back to it. */
      repaired: z.array(
        z.strictObject({ toolCallId: z.string(), written: Payload, sent: Payload }),
      ),
    }),
  ),
  /** What the model wrote; null while there is no answer. */
  text: z.nullable(Payload),
  /** What it thought; null where it did not, or where its server keeps it. */
  reasoning: z.nullable(Payload),
  asked: z.array(AskedTool),
});
export type CallInspection = z.infer<typeof CallInspection>;

export const CallQuery = z.strictObject({
  segment: z.optional(z.union([z.literal("sent"), z.coerce.number().check(z.int(), z.minimum(0))])),
});

/** `GET …/calls/[seq]?segment=<n>`; with `sent`, the messages of the request as they were sent. */
export const SegmentContent = z.strictObject({ content: z.nullable(Payload) });

/** `GET …/calls/[seq]?segment=<n>` */
export const WhyQuery = z.strictObject({
  text: z.string().check(z.trim(), z.minLength(1), z.maxLength(WHY_TEXT_MAX_CHARS)),
});

/** The matching words with the text around them. */
export const Excerpt = z.strictObject({
  before: z.string(),
  match: z.string(),
  after: z.string(),
});
export type Excerpt = z.infer<typeof Excerpt>;

export const WhyFinding = z.strictObject({
  place: z.enum(["segment", "tool-result", "delta"]),
  /** Kind of the segment. Null for text that entered no prompt. */
  kind: z.nullable(SegmentKind),
  agentId: z.string(),
  source: z.string(),
  /** The author: `user`, `assistant`, `tool`, `system`; null for text that is not a message. */
  role: z.nullable(z.string()),
  /** The run that it comes from, if that is another one. */
  fromRunId: z.nullable(z.string()),
  /** The hop that wrote it, else the hop whose call it entered. */
  hopRef: z.nullable(z.string()),
  /** `seq`s of the first calls that it entered, and the number of all. */
  callSeqs: z.array(z.int().check(z.positive())),
  callCount: count,
  /** The number of matches. */
  matches: z.int().check(z.positive()),
  /** Null for an operator who may not read it. */
  excerpt: z.nullable(Excerpt),
});
export type WhyFinding = z.infer<typeof WhyFinding>;

/** The number of segments that could not be searched, by reason. */
const Unsearched = z.strictObject({ why: NotRebuilt, agentId: z.string(), segments: count });

export const WhyAnswer = z.discriminatedUnion("ok", [
  z.strictObject({
    ok: z.literal(true),
    text: z.string(),
    findings: z.array(WhyFinding),
    /** The number of places with the words; `findings` has the first of them. */
    found: count,
    searched: z.strictObject({ calls: count, callsInRun: count, segments: count, deltas: count }),
    unsearched: z.array(Unsearched),
  }),
  /** An auditor may search only for whole words of the answer that the person sees. */
  z.strictObject({ ok: z.literal(false), reason: z.literal("not-of-the-answer") }),
]);
export type WhyAnswer = z.infer<typeof WhyAnswer>;
