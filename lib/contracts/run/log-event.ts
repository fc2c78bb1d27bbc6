/** The run log's event union. `visibility` is a property of the type; see `toPublicEvent`. */
import { z } from "zod";
import { ProviderReply, SentPrompt } from "../model/adaptation.ts";
import { callCostFields } from "../model/call-cost.ts";
import { CapabilityName } from "../model/capability.ts";
import { LeftOut } from "../model/left-out.ts";
import { OpaqueParts } from "../model/opaque-parts.ts";
import { MessageEnd } from "../public/message-end.ts";
import { PublicStatus } from "../public/public-status.ts";
import { PublicSource } from "../public/sources/public-source.ts";
import { CallFrom, HopDecision } from "./hop-decision.ts";
import { LoggedFile, LoggedQuestion, RunLeft } from "./logged-turn.ts";
import { Execution, Plan } from "./plan.ts";
import { PromptManifest } from "./prompt-manifest.ts";
import { StepResult } from "./suspended-plan.ts";

const outcome = z.enum(["ok", "failed", "denied", "stopped"]);
/** `discarded`: an early call whose agent the plan did not choose. It neither failed nor was stopped. */
const hopOutcome = z.enum([...outcome.options, "discarded"]);
const durationMs = z.number().nonnegative();

export const LogEventBody = z.discriminatedUnion("type", [
  z.strictObject({
    type: z.literal("run.started"),
    agentId: z.string(),
    userMessageId: z.string(),
    /** What was asked, and where: absent in older logs. */
    asked: LoggedQuestion.optional(),
  }),
  /** The run continues an answer that was not whole: its first `length` UTF-16 units are of an earlier run. */
  z.strictObject({
    type: z.literal("run.continued"),
    fromRunId: z.string(),
    length: z.int().positive(),
    /** The results of that run's steps, where the coordinator composed the answer out of them. */
    results: z.array(StepResult),
  }),
  /** Another process goes on with the run, because the one that had it is gone. The hops before it stay open. */
  z.strictObject({
    type: z.literal("run.taken_over"),
    /** The names of both processes. */
    from: z.string(),
    to: z.string(),
    /** From 1 within the run. */
    takeover: z.int().positive(),
    /** How much of the answer is on record, in UTF-16 units. */
    length: z.int().nonnegative(),
  }),
  z.strictObject({
    type: z.literal("hop.started"),
    hopRef: z.string(),
    parentRef: z.string().nullable(),
    kind: z.enum(["coordinator", "agent", "gateway", "service", "tool"]),
    nodeId: z.string(),
    /** Agent-state headers as they arrived at this hop, raw. */
    headers: z.record(z.string(), z.string()).optional(),
    /** What they decoded to; absent where they are malformed, which is a finding. */
    envelope: z.unknown().optional(),
    /** Variables that were too large for a header: canonical JSON, stored under their digest. */
    spilled: z.strictObject({ sha256: z.string(), body: z.string() }).optional(),
    /** `verified`, `unsigned` or `forged`, where this hop checks signatures. */
    signature: z.enum(["verified", "unsigned", "forged"]).optional(),
    /** Inside a service: when it began, by the service's clock, since the service's turn began. */
    serviceMs: durationMs.optional(),
  }),
  z.strictObject({
    type: z.literal("hop.ended"),
    hopRef: z.string(),
    outcome: hopOutcome,
    durationMs,
    /** For a service's hop, how long its turn took by the service's own clock. */
    serviceMs: durationMs.optional(),
    /** An agent's result for later steps of the same turn. The person does not see it. */
    result: z.string().optional(),
    /** What the hop left in its own scope of the envelope, and the metadata (nonce, model) that it forwarded. */
    state: z
      .strictObject({
        scope: z.string(),
        variables: z.record(z.string(), z.unknown()),
        metadata: z.record(z.string(), z.unknown()),
      })
      .optional(),
    /** Set where the agent began before the plan existed, with what its early work cost. */
    speculation: z
      .strictObject({
        outcome: z.enum(["used", "discarded"]),
        modelCalls: z.int().nonnegative(),
        /** Size of the prompts that were sent. */
        promptBytes: z.int().nonnegative(),
        /** As the model reported them: 0 for a call that was cut. */
        inputTokens: z.int().nonnegative(),
        outputTokens: z.int().nonnegative(),
        /** By the prices at that time; null where none is known, absent in older logs. */
        cost: z.number().nonnegative().nullable().optional(),
      })
      .optional(),
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
    /** As of `hop.started`. */
    serviceMs: durationMs.optional(),
  }),
  /** The call waited for a free place at its connection, from this position in the queue on. */
  z.strictObject({
    type: z.literal("model.queued"),
    hopRef: z.string(),
    callId: z.string(),
    position: z.int().positive(),
    waitMs: z.number().nonnegative(),
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
    type: z.literal("model.refused"),
    hopRef: z.string(),
    callId: z.string(),
    /** A code of lib/errors. */
    reason: z.string(),
    /** What the provider said. Hidden: it may quote the prompt. */
    reply: ProviderReply,
    /** The capability that the refusal names; the call was repeated without it. */
    missing: z.nullable(CapabilityName),
    /** The connection that took over, if one did. */
    takesOver: z.string().nullable(),
  }),
  z.strictObject({
    type: z.literal("model.answered"),
    hopRef: z.string(),
    callId: z.string(),
    /** The model's name as the endpoint reports it. */
    model: z.string(),
    outcome: hopOutcome,
    /** The reason of a call that failed: a code of lib/errors. */
    reason: z.string().nullable(),
    finishReason: z.string().nullable(),
    /** The model's text, as the person read it. */
    text: z.string(),
    toolCallIds: z.array(z.string()),
    inputTokens: z.int().nonnegative(),
    outputTokens: z.int().nonnegative(),
    firstTokenMs: durationMs.nullable(),
    durationMs,
    attempts: z.int().positive(),
    /** What was sent in the last attempt; absent in older logs and where the service reports the call. */
    sent: z.optional(SentPrompt),
    /** What the server needs back with this answer. Hidden from everybody who has no reason. */
    opaque: z.optional(OpaqueParts),
    /** What the model thought, apart from its answer; absent where it did not. Hidden from the person. */
    reasoning: z.string().optional(),
    /** Part of the output tokens. */
    reasoningTokens: z.int().nonnegative().optional(),
    ...callCostFields,
    /** Why a whole answer is not what was asked for. */
    shortfall: z.enum(["length", "filtered", "declined", "unknown"]).optional(),
    /** The calls were written as text. */
    callsInText: z.literal(true).optional(),
    /** Why what looked like a call in the text neither ran nor was shown: a finding. */
    leftOut: z.array(LeftOut).optional(),
  }),
  z.strictObject({
    type: z.literal("tool.called"),
    hopRef: z.string(),
    toolCallId: z.string(),
    tool: z.string(),
    /** Sanitised. The raw text where it was not JSON. */
    arguments: z.unknown(),
    /** The text that the model reads in later prompts, where it is not the canonical JSON of `arguments`. */
    argumentsText: z.string().optional(),
    argsSha256: z.string(),
    /** The plan's step that this call executes, if the plan has one. */
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
    /** The files that the tool made and that were kept with the answer; absent where it made none. */
    files: z.array(LoggedFile).optional(),
  }),
  /** A result's sources got their numbers, which stand above the result in later prompts of the run. */
  z.strictObject({
    type: z.literal("sources.numbered"),
    /** The tool's hop. */
    hopRef: z.string(),
    sources: z.array(PublicSource).min(1),
  }),
  /** A model cited numbers that its prompt did not have. They are no link for the person. */
  z.strictObject({
    type: z.literal("citations.invented"),
    hopRef: z.string(),
    callId: z.string(),
    numbers: z.array(z.int().nonnegative()).min(1),
  }),
  z.strictObject({
    type: z.literal("policy.decided"),
    hopRef: z.string(),
    principal: z.string(),
    /** The action by its name in policies: `call:{tool}` or `ask:{agent}`. */
    action: z.string(),
    decision: HopDecision,
    /** Where a call comes from that writes or leaves. Absent: another call, or one from before that was kept. */
    from: z.optional(CallFrom),
  }),
  z.strictObject({
    type: z.literal("policy.violated"),
    hopRef: z.string(),
    agentId: z.string(),
    rule: z.string(),
    segment: z.string(),
  }),
  z.strictObject({ type: z.literal("plan.made"), hopRef: z.string(), plan: Plan }),
  /** The plan's first step has started: from now on a change of the plan is a revision. */
  z.strictObject({ type: z.literal("plan.frozen"), hopRef: z.string(), revision: z.int() }),
  /** An answer of the planning call that was not valid. */
  z.strictObject({ type: z.literal("plan.refused"), hopRef: z.string(), reason: z.string() }),
  z.strictObject({
    type: z.literal("route.chosen"),
    hopRef: z.string(),
    agentId: z.string(),
    reason: z.string(),
    /** The agent that started in parallel with the planning call, and what happened to its work. */
    likely: z.string().nullable(),
    speculation: z.enum(["used", "dropped", "off"]),
  }),
  z.strictObject({
    type: z.literal("execution.recorded"),
    hopRef: z.string(),
    execution: Execution,
  }),
  /** An agent's own report; stored and compared, never trusted. */
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
    /** What a dead process leaves behind: enough to make the delta's row and the state after it. */
    change: z
      .strictObject({
        origin: z.enum(["model", "person", "coordinator", "tool", "review"]),
        /** Where its words come from, see `Origin`; of facts each has its own. Absent: not kept, or ours. */
        from: z.string().optional(),
        /** The schema of the state, `name@version`. */
        schema: z.string(),
        delta: z.unknown(),
        /** RFC 6902. */
        patch: z.unknown(),
      })
      .optional(),
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
    /** Steps of the plan that wait for the same decision: the run that resumes the plan executes them. */
    carried: z.array(z.string()).optional(),
  }),
  z.strictObject({
    type: z.literal("approval.decided"),
    approvalId: z.string(),
    decision: z.enum(["approved", "declined"]),
    /** What the person changed of the call before they approved it: arguments as JSON. */
    changes: z
      .array(
        z.strictObject({
          path: z.string(),
          before: z.string(),
          after: z.string(),
          beforeSha256: z.string(),
          afterSha256: z.string(),
        }),
      )
      .optional(),
  }),
  z.strictObject({
    type: z.literal("deviation.scored"),
    score: z.number().nullable(),
    metricVersion: z.int().positive(),
  }),
  z.strictObject({ type: z.literal("run.noted"), code: z.string(), detail: z.string() }),
  /** The documents that the agents of a turn wrote, and that are kept with its answer. */
  z.strictObject({ type: z.literal("documents.kept"), files: z.array(LoggedFile).min(1) }),
  /** The sources that the answer cites, for the person. */
  z.strictObject({ type: z.literal("sources.shown"), sources: z.array(PublicSource).min(1) }),
  /** `position`: in the queue for a place at the model, from 1. */
  z.strictObject({
    type: z.literal("status.changed"),
    status: PublicStatus,
    position: z.int().positive().optional(),
  }),
  z.strictObject({
    type: z.literal("answer.delta"),
    offset: z.int().nonnegative(),
    text: z.string(),
  }),
  /**
   * What stood from `offset` on was never finished, and is replaced by `text`. The start of an earlier `answer.delta` or
   * `answer.restarted`, so that whole events are void.
   */
  z.strictObject({
    type: z.literal("answer.restarted"),
    offset: z.int().nonnegative(),
    text: z.string(),
  }),
  z.strictObject({
    type: z.literal("run.ended"),
    ending: MessageEnd,
    /** A code of lib/errors; the browser gets its text for the person. */
    reason: z.string().nullable(),
    left: RunLeft.optional(),
  }),
]);
export type LogEventBody = z.infer<typeof LogEventBody>;
export type LogEventType = LogEventBody["type"];

type StoredBody = { type: string; payload: unknown };

/** @returns null where the payload does not match the type */
export function readLogBody({ type, payload }: StoredBody): LogEventBody | null {
  return LogEventBody.safeParse({ ...Object(payload), type }).data ?? null;
}

/** An event with its time (ISO 8601, UTC), in the order of the log. */
export type RecordedEvent = { body: LogEventBody; at: string };

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
