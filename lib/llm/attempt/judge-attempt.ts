/** What one attempt came to: an answer, or the failure of it. Pure. */
import "server-only";
import type { SentPrompt } from "../../contracts/model/adaptation.ts";
import { endOf } from "../../contracts/model/finish-reasons.ts";
import type { ModelConnection } from "../connections/model-connection.ts";
import {
  brokenBeforeFirstToken,
  failedGeneration,
  type ModelFailure,
  protocolFailure,
  redactDetail,
} from "../failures/model-failure.ts";
import type { ModelAnswer, ModelReason, ModelResult } from "../model-types.ts";
import { toOpaque } from "../opaque/collect-parts.ts";
import { type AnswerDraft, finishToolCalls, inOrder } from "./answer-draft.ts";
import type { StreamEnd } from "./attempt-model-call.ts";

export function findFailure(end: StreamEnd, draft: AnswerDraft): ModelFailure | undefined {
  switch (end.kind) {
    case "failed":
      return end.failure;
    case "broken":
      return brokenBeforeFirstToken(end.detail);
    default:
      return judgeAnswer(draft);
  }
}

/** Finds the fault of an answer whose stream ended properly. */
function judgeAnswer(draft: AnswerDraft): ModelFailure | undefined {
  if (draft.toolCalls.some((call) => call.name === "")) {
    return protocolFailure("a tool call without a name");
  }
  const end = endOf(draft.finishReason);
  if (draft.firstTokenAt === null && /malformed_function_call/i.test(draft.finishReason ?? "")) {
    return failedGeneration("the model's call could not be read by its server");
  }
  if (end === "broken") {
    return brokenBeforeFirstToken("the server ended the answer as an error");
  }
  if (end === "filtered" && draft.text === "") {
    const detail = "the content filter left nothing";
    return { reason: "model-filtered", detail, repeat: "never", retryAfterMs: null, said: null };
  }
  return undefined;
}

/** A failure of the server or of its set-up, which another connection may not have. */
export function isOfServer({ reason }: ModelFailure): boolean {
  return OF_SERVER.has(reason);
}

const OF_SERVER: ReadonlySet<ModelReason> = new Set([
  "model-unavailable",
  "model-busy",
  "model-too-slow",
  "model-unauthorised",
  "model-missing",
  "model-no-credit",
  "model-limit-reached",
]);

export function toFailed(
  failure: ModelFailure,
  partial: ModelAnswer,
  secrets: readonly string[],
): ModelResult {
  const hasBegun = partial.firstTokenMs !== null;
  const isCut = hasBegun && isOfServer(failure);
  const reason: ModelReason = isCut ? "model-cut-off" : failure.reason;
  return { ok: false, reason, detail: redactDetail(failure.detail, secrets), partial };
}

function shortfallOf({ hasRefused, finishReason }: AnswerDraft): ModelAnswer["shortfall"] {
  if (hasRefused) return "declined";
  const end = endOf(finishReason);
  return end === "length" || end === "filtered" || end === "unknown" ? end : null;
}

/** Where structured output was asked for, the arguments of a call are the text, whether the call was forced or not. */
function readForced(
  draft: AnswerDraft,
  { adaptations }: SentPrompt,
  of: readonly (string | number)[],
) {
  const toolCalls = finishToolCalls(draft.toolCalls, of, draft.tools);
  const isForced = adaptations.includes("schema-as-forced-tool");
  const isInCall = draft.readFor === "structure" && !draft.text.includes("{");
  const [call] = isForced || isInCall ? toolCalls : [];
  return call ? { text: call.arguments, toolCalls: [] } : { text: draft.text, toolCalls };
}

export function toAnswer(
  draft: AnswerDraft,
  {
    startedAt,
    attempts,
    sent,
    usage,
    cost,
    connection,
    askedBy,
    callsBefore,
  }: {
    startedAt: number;
    attempts: number;
    connection: ModelConnection;
    askedBy: readonly string[];
    /** Since the person's last message. */
    callsBefore: number;
  } & Pick<ModelAnswer, "sent" | "usage" | "cost">,
): ModelAnswer {
  const { finishReason, model, firstTokenAt } = draft;
  const { text, toolCalls } = readForced(draft, sent, [...askedBy, callsBefore]);
  const collected = { message: draft.opaque, calls: inOrder(draft.toolCalls), callsBefore };
  const opaque = toOpaque(collected, toolCalls, connection);
  return {
    text,
    reasoning: draft.reasoning,
    shortfall: shortfallOf(draft),
    ...(draft.hasTextCalls ? { callsInText: true as const } : {}),
    ...(draft.leftOut.length > 0 ? { leftOut: [...new Set(draft.leftOut)] } : {}),
    toolCalls,
    ...(opaque ? { opaque } : {}),
    ...(draft.annotations.length > 0 ? { annotations: draft.annotations } : {}),
    ...(draft.pictures.length > 0 ? { pictures: draft.pictures } : {}),
    finishReason,
    model,
    usage,
    cost,
    firstTokenMs: firstTokenAt === null ? null : firstTokenAt - startedAt,
    durationMs: performance.now() - startedAt,
    attempts,
    sent,
  };
}
