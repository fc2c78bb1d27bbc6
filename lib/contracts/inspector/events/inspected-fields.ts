/**
 * Declares for every field of every event whether it is masked. A new field does not compile until it is listed here.
 */
import type { LogEventBody, LogEventType } from "../../run/log-event.ts";

/** Sent as they are, or replaced with a value of the same shape. */
const PLAIN = ["open", "digest", "size", "said-size", "names", "origin", "finding"] as const;
export type PlainKind = (typeof PLAIN)[number];

/**
 * `open`: structure, timings, codes, names of agents, tools, models and policies.
 * `payload`: what people, models and tools wrote; masked without a reason.
 * `said`: what the person saw or was asked; masked without a reason or a review.
 * The others follow what they are about. `digest`: a SHA-256 of what was written, else a keyed one. `size`, `said-size`:
 * its length, else a coarse one. `names`: pointers into a context state, else without the names that no schema declares.
 * `origin`: where a text comes from, else without the host of a web page. `finding`: where a value does not match its schema, else that it does not.
 * Objects and lists of objects may declare it per field.
 */
export type FieldKind = PlainKind | "payload" | "said" | Fields | readonly [Fields];
export type Fields = { readonly [field: string]: FieldKind };

/** A field with such a name is never open, however deep it is: a short word is found by its digest. */
type DigestName = `${string}${"s" | "S"}ha256`;
type HoldsDigest<Value> = Value extends readonly (infer Item)[]
  ? HoldsDigest<Item>
  : Value extends object
    ? true extends {
        [Field in keyof Value]-?: Field extends DigestName ? true : HoldsDigest<Value[Field]>;
      }[keyof Value]
      ? true
      : false
    : false;
type Whole<Value> = true extends HoldsDigest<Value> ? "payload" : "open" | "payload";

type Schema<Value> = Value extends readonly (infer Item)[]
  ? Whole<Item> | "names" | "origin" | readonly [FieldsOf<Item>]
  : Value extends object
    ? Whole<Value> | FieldsOf<Value>
    : Exclude<PlainKind, "names"> | "payload" | "said";
type FieldsOf<Value> = {
  [Field in keyof Value]-?: Field extends DigestName
    ? "digest"
    : Schema<Exclude<Value[Field], undefined>>;
};
type FieldsOfEvent<Type extends LogEventType> = FieldsOf<
  Omit<Extract<LogEventBody, { type: Type }>, "type">
>;

const open = "open" as const;
const payload = "payload" as const;
const said = "said" as const;
const digest = "digest" as const;
const size = "size" as const;

export const INSPECTED_FIELDS = {
  "run.started": {
    agentId: open,
    userMessageId: open,
    asked: {
      conversationId: open,
      answerMessageId: open,
      questionSha256: digest,
      pasted: payload,
      files: payload,
      place: open,
    },
  },
  "run.continued": { fromRunId: open, length: "said-size", results: payload },
  "run.taken_over": { from: open, to: open, takeover: open, length: "said-size" },
  "run.noted": { code: open, detail: payload },
  "run.ended": {
    ending: open,
    reason: open,
    left: {
      runSha256: digest,
      scoreSha256: digest,
      hopsSha256: digest,
      deltas: [{ agentId: open, sha256: digest }],
      states: [{ agentId: open, version: open, bytes: size, sha256: digest }],
      quarantined: [{ agentId: open, version: open, reasonSha256: digest }],
      approvals: [{ approvalId: open, sha256: digest, resumeSha256: digest }],
    },
  },
  "status.changed": { status: open, position: open },
  "answer.delta": { offset: "said-size", text: said },
  "answer.restarted": { offset: "said-size", text: said },

  "hop.started": {
    hopRef: open,
    parentRef: open,
    kind: open,
    nodeId: open,
    headers: payload,
    envelope: payload,
    spilled: payload,
    signature: open,
    serviceMs: open,
  },
  "hop.ended": {
    hopRef: open,
    outcome: open,
    durationMs: open,
    serviceMs: open,
    result: payload,
    state: { scope: open, variables: payload, metadata: payload },
    speculation: {
      outcome: open,
      modelCalls: open,
      promptBytes: size,
      inputTokens: open,
      outputTokens: open,
      cost: open,
    },
  },
  "envelope.finding": { hopRef: open, code: open, detail: payload },

  "state.loaded": { hopRef: open, agentId: open, version: open, finding: "finding" },
  "state.saved": { hopRef: open, agentId: open, version: open, bytes: size, exchangesPruned: open },
  "context.changed": {
    hopRef: open,
    agentId: open,
    ordinal: open,
    beforeSha256: digest,
    afterSha256: digest,
    // The model chooses the names of keys, so that they may hold what the person said.
    paths: "names",
    change: { origin: open, from: open, schema: open, delta: payload, patch: payload },
  },
  "context.refused": { hopRef: open, agentId: open, reason: payload, attempt: open },

  "model.called": {
    hopRef: open,
    callId: open,
    round: open,
    manifest: {
      version: open,
      agentId: open,
      memoryPolicy: open,
      segments: [
        {
          kind: open,
          agentId: open,
          source: open,
          runId: open,
          origins: "origin",
          sha256: digest,
          bytes: size,
        },
      ],
      // Random bits, which say nothing of what stands between them.
      mark: open,
      trust: open,
      promptSha256: digest,
      bytes: size,
    },
    serviceMs: open,
  },
  "model.queued": { hopRef: open, callId: open, position: open, waitMs: open },
  // Reasons of the model client are codes of lib/errors, never a provider's text.
  "model.retried": { hopRef: open, callId: open, attempt: open, reason: open, waitMs: open },
  "model.refused": {
    hopRef: open,
    callId: open,
    reason: open,
    // The text may quote the prompt.
    reply: {
      connection: open,
      status: open,
      code: open,
      text: payload,
      requestId: open,
      keyName: open,
    },
    missing: open,
    takesOver: open,
  },
  "model.answered": {
    hopRef: open,
    callId: open,
    model: open,
    outcome: open,
    reason: open,
    finishReason: open,
    text: payload,
    toolCallIds: open,
    inputTokens: open,
    outputTokens: open,
    firstTokenMs: open,
    durationMs: open,
    attempts: open,
    sent: { connection: open, adaptations: open, sha256: digest, place: open },
    reasoning: payload,
    opaque: payload,
    reasoningTokens: open,
    shortfall: open,
    callsInText: open,
    leftOut: open,
    cost: open,
    costUnknown: open,
    usageEstimated: open,
  },

  "tool.called": {
    hopRef: open,
    toolCallId: open,
    tool: open,
    arguments: payload,
    argumentsText: payload,
    argsSha256: digest,
    planStepId: open,
    writes: open,
  },
  "tool.returned": {
    hopRef: open,
    toolCallId: open,
    tool: open,
    outcome: open,
    result: payload,
    bytes: size,
    durationMs: open,
    files: payload,
  },

  "sources.numbered": { hopRef: open, sources: payload },
  "citations.invented": { hopRef: open, callId: open, numbers: open },
  "sources.shown": { sources: payload },
  "documents.kept": { files: payload },

  "plan.made": {
    hopRef: open,
    plan: {
      revision: open,
      source: open,
      reason: payload,
      steps: [
        {
          id: open,
          type: open,
          target: open,
          agentId: open,
          objective: payload,
          expectedArgsSha256: digest,
          needs: open,
        },
      ],
      attempts: open,
      undone: payload,
    },
  },
  "plan.frozen": { hopRef: open, revision: open },
  "plan.refused": { hopRef: open, reason: payload },
  "route.chosen": { hopRef: open, agentId: open, reason: payload, likely: open, speculation: open },
  "execution.recorded": {
    hopRef: open,
    execution: {
      planStepId: open,
      type: open,
      target: open,
      actualArgsSha256: digest,
      status: open,
      hopRef: open,
      writes: open,
      approved: open,
    },
  },
  "execution.claimed": { hopRef: open, agentId: open, claims: payload },
  "deviation.scored": { score: open, metricVersion: open },

  "policy.decided": {
    hopRef: open,
    principal: open,
    action: open,
    // The policies' names are open. The reason may contain an error of the engine that quotes its input.
    decision: { outcome: open, policies: open, reason: payload },
    from: {
      trust: open,
      inPersonsWords: open,
      addressIsKnown: open,
      sendsPrivate: "origin",
      foreignArguments: [{ name: open, origin: "origin" }],
      resembling: { sentence: payload, origin: "origin" },
    },
  },
  "policy.violated": { hopRef: open, agentId: open, rule: open, segment: open },
  "approval.requested": {
    hopRef: open,
    approvalId: open,
    tool: open,
    question: said,
    carried: open,
  },
  "approval.decided": {
    approvalId: open,
    decision: open,
    changes: [
      {
        path: payload,
        before: payload,
        after: payload,
        beforeSha256: digest,
        afterSha256: digest,
      },
    ],
  },
} as const satisfies { [Type in LogEventType]: FieldsOfEvent<Type> };

export function isPlainKind(kind: FieldKind): kind is PlainKind {
  return PLAIN.some((plain) => plain === kind);
}

/** True for a list of objects that declare their fields. */
export function isListKind(kind: Fields | readonly [Fields]): kind is readonly [Fields] {
  return Array.isArray(kind);
}

/** The fields of an event as operators receive it. */
export function fieldsOf({ type }: { type: LogEventType | "unreadable" | "erased" }): Fields {
  if (type === "erased") return {};
  return type === "unreadable" ? { stored: "payload" } : INSPECTED_FIELDS[type];
}
