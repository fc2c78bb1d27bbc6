/** Every field of every event in the run log, and what it is to an operator. A new field has to be placed here. */
import type { RunEventBody, RunEventType } from "./run-event.ts";

/** `open`: structure, sizes, digests, timings, findings. `payload`: what people, models and tools wrote. */
export type FieldKind = "open" | "payload";

type FieldsOf<Type extends RunEventType> = {
  [Field in Exclude<keyof Extract<RunEventBody, { type: Type }>, "type">]-?: FieldKind;
};

const open = "open" as const;
const payload = "payload" as const;

export const INSPECTED_FIELDS = {
  "run.started": { agentId: open, userMessageId: open },
  "run.noted": { code: open, detail: payload },
  "run.ended": { ending: open, reason: open },
  "status.changed": { status: open },
  "answer.delta": { offset: open, text: payload },

  "hop.started": {
    hopRef: open,
    parentRef: open,
    kind: open,
    nodeId: open,
    headers: payload,
    envelope: payload,
    spilled: payload,
    signature: open,
  },
  "hop.ended": { hopRef: open, outcome: open, durationMs: open },
  "envelope.finding": { hopRef: open, code: open, detail: payload },

  "state.loaded": { hopRef: open, agentId: open, version: open, finding: open },
  "state.saved": { hopRef: open, agentId: open, version: open, bytes: open, exchangesPruned: open },
  "context.changed": {
    hopRef: open,
    agentId: open,
    ordinal: open,
    beforeSha256: open,
    afterSha256: open,
    paths: payload,
  },
  "context.refused": { hopRef: open, agentId: open, reason: payload, attempt: open },

  "model.called": { hopRef: open, callId: open, round: open, manifest: open },
  "model.retried": { hopRef: open, callId: open, attempt: open, reason: open, waitMs: open },
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
  },

  "tool.called": {
    hopRef: open,
    toolCallId: open,
    tool: open,
    arguments: payload,
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
  },

  "plan.made": { hopRef: open, plan: payload },
  "plan.frozen": { hopRef: open, revision: open },
  "plan.refused": { hopRef: open, reason: payload },
  "route.chosen": { hopRef: open, agentId: open, reason: payload, likely: open, speculation: open },
  "execution.recorded": { hopRef: open, execution: open },
  "execution.claimed": { hopRef: open, agentId: open, claims: payload },
  "deviation.scored": { score: open, metricVersion: open },

  "policy.decided": { hopRef: open, principal: open, action: open, decision: open },
  "policy.violated": { hopRef: open, agentId: open, rule: open, segment: open },
  "approval.requested": { hopRef: open, approvalId: open, tool: open, question: payload },
  "approval.decided": { approvalId: open, decision: open },
} as const satisfies { [Type in RunEventType]: FieldsOf<Type> };
