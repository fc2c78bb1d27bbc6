/**
 * Declares for every field of every event whether it is masked. A new field does not compile until it is listed here.
 */
import type { LogEventBody, LogEventType } from "../../run/log-event.ts";

/**
 * `open`: structure, sizes, digests, timings, findings, names of agents, tools, models and policies.
 * `payload`: what people, models and tools wrote; masked for auditors.
 * `said`: what the person saw or was asked. Open to both roles: a review of what people were told needs it, and whoever
 * may list runs can read the conversation anyway. Only hidden content is masked.
 * Objects and lists of objects may declare it per field.
 */
export type FieldKind = "open" | "payload" | "said" | Fields | readonly [Fields];
export type Fields = { readonly [field: string]: FieldKind };

type Schema<Value> = Value extends readonly (infer Item)[]
  ? "open" | "payload" | readonly [FieldsOf<Item>]
  : Value extends object
    ? "open" | "payload" | FieldsOf<Value>
    : "open" | "payload" | "said";
type FieldsOf<Value> = { [Field in keyof Value]-?: Schema<Exclude<Value[Field], undefined>> };
type FieldsOfEvent<Type extends LogEventType> = FieldsOf<
  Omit<Extract<LogEventBody, { type: Type }>, "type">
>;

const open = "open" as const;
const payload = "payload" as const;
const said = "said" as const;

export const INSPECTED_FIELDS = {
  "run.started": { agentId: open, userMessageId: open },
  "run.continued": { fromRunId: open, length: open, results: payload },
  "run.taken_over": { from: open, to: open, takeover: open, length: open },
  "run.noted": { code: open, detail: payload },
  "run.ended": { ending: open, reason: open },
  "status.changed": { status: open, position: open },
  "answer.delta": { offset: open, text: said },
  "answer.restarted": { offset: open, text: said },

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
    speculation: open,
  },
  "envelope.finding": { hopRef: open, code: open, detail: payload },

  // A finding names the invalid place and the problem, and never quotes the value.
  "state.loaded": { hopRef: open, agentId: open, version: open, finding: open },
  "state.saved": { hopRef: open, agentId: open, version: open, bytes: open, exchangesPruned: open },
  "context.changed": {
    hopRef: open,
    agentId: open,
    ordinal: open,
    beforeSha256: open,
    afterSha256: open,
    // Names of fields, which the schema limits to short keys; never values.
    paths: open,
    change: { origin: open, schema: open, delta: payload, patch: payload },
  },
  "context.refused": { hopRef: open, agentId: open, reason: payload, attempt: open },

  "model.called": { hopRef: open, callId: open, round: open, manifest: open, serviceMs: open },
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
    sent: { connection: open, adaptations: open, sha256: open },
    reasoning: payload,
    reasoningTokens: open,
    shortfall: open,
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
    argsSha256: open,
    planStepId: open,
    writes: open,
  },
  "tool.returned": {
    hopRef: open,
    toolCallId: open,
    tool: open,
    outcome: open,
    result: payload,
    bytes: open,
    durationMs: open,
    files: payload,
  },

  "sources.numbered": { hopRef: open, sources: payload },
  "citations.invented": { hopRef: open, callId: open, numbers: open },
  "sources.shown": { sources: payload },

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
          expectedArgsSha256: open,
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
  "execution.recorded": { hopRef: open, execution: open },
  "execution.claimed": { hopRef: open, agentId: open, claims: payload },
  "deviation.scored": { score: open, metricVersion: open },

  "policy.decided": {
    hopRef: open,
    principal: open,
    action: open,
    // The policies' names are open. The reason may contain an error of the engine that quotes its input.
    decision: { outcome: open, policies: open, reason: payload },
  },
  "policy.violated": { hopRef: open, agentId: open, rule: open, segment: open },
  "approval.requested": {
    hopRef: open,
    approvalId: open,
    tool: open,
    question: said,
    carried: open,
  },
  "approval.decided": { approvalId: open, decision: open },
} as const satisfies { [Type in LogEventType]: FieldsOfEvent<Type> };

/** True for a list of objects that declare their fields. */
export function isListKind(kind: Fields | readonly [Fields]): kind is readonly [Fields] {
  return Array.isArray(kind);
}

/** The fields of an event as operators receive it. */
export function fieldsOf({ type }: { type: LogEventType | "unreadable" | "erased" }): Fields {
  if (type === "erased") return {};
  return type === "unreadable" ? { stored: "payload" } : INSPECTED_FIELDS[type];
}
