import "server-only";
/** The model's door: attempts until one brings a first token, then one of the clear ends. */
import type OpenAI from "openai";
import { type AnswerDraft, finishToolCalls, startDraft } from "./answer-draft.ts";
import { attemptModelCall } from "./attempt-model-call.ts";
import { buildCompletionBody } from "./build-completion-body.ts";
import {
  brokenBeforeFirstToken,
  type FailureReason,
  type ModelFailure,
  protocolFailure,
} from "./model-failure.ts";
import type { ModelAnswer, ModelDoor, ModelResult } from "./model-types.ts";
import type { StreamEnd } from "./read-answer-stream.ts";
import { redactDetail } from "./redact-detail.ts";
import { retryWaitMs, waitBeforeRetry } from "./wait-before-retry.ts";

export type ModelDoorSetUp = {
  client: OpenAI;
  /** The default model. */
  model: string;
  maxAttempts: number;
  firstTokenTimeoutMs: number;
};

/** Never rejects for what a server or a network does; only with what a listener throws. */
export function openModelDoor(setUp: ModelDoorSetUp): ModelDoor {
  const { client, maxAttempts, firstTokenTimeoutMs: silenceMs } = setUp;
  return async (request, listener) => {
    const { signal } = request;
    const startedAt = performance.now();
    const body = buildCompletionBody(request, setUp.model);
    const onText = listener?.onText?.bind(listener);
    for (let attempt = 1; ; attempt += 1) {
      const draft = startDraft(body.model);
      const end: StreamEnd = signal.aborted
        ? { kind: "aborted" }
        : await attemptModelCall(draft, { client, body, signal, silenceMs, onText });
      const answer = toAnswer(draft, startedAt, attempt);
      if (end.kind === "aborted") return { ok: false, reason: "aborted", partial: answer };
      const failure = findFailure(end, draft);
      if (!failure) return { ok: true, answer };
      const waitMs =
        canRetry(failure, draft) && attempt < maxAttempts
          ? retryWaitMs(attempt, failure.retryAfterMs)
          : null;
      if (waitMs === null) return toFailed(failure, answer, client.apiKey ?? "");
      listener?.onRetry?.({ attempt, reason: failure.reason, waitMs });
      await waitBeforeRetry(waitMs, signal);
    }
  };
}

function findFailure(end: StreamEnd, draft: AnswerDraft): ModelFailure | undefined {
  switch (end.kind) {
    case "failed":
      return end.failure;
    case "broken":
      return brokenBeforeFirstToken(end.detail);
    default:
      return judgeAnswer(draft);
  }
}

/** What came to a proper end and is still no answer. */
function judgeAnswer(draft: AnswerDraft): ModelFailure | undefined {
  if (draft.toolCalls.some((call) => call.name === "")) {
    return protocolFailure("a tool call without a name");
  }
  if (draft.finishReason === "content_filter" && draft.text === "") {
    const detail = "the content filter left nothing";
    return { reason: "model-refused", detail, canRetry: false, retryAfterMs: null };
  }
  return undefined;
}

/** Never after the first token: the person has seen it, or a tool call has begun. */
function canRetry(failure: ModelFailure, draft: AnswerDraft): boolean {
  return failure.canRetry && draft.firstTokenAt === null;
}

function toFailed(failure: ModelFailure, partial: ModelAnswer, apiKey: string): ModelResult {
  const hasBegun = partial.firstTokenMs !== null;
  const isCut =
    hasBegun && (failure.reason === "model-busy" || failure.reason === "model-unavailable");
  const reason: FailureReason = isCut ? "model-cut-off" : failure.reason;
  return { ok: false, reason, detail: redactDetail(failure.detail, apiKey), partial };
}

function toAnswer(draft: AnswerDraft, startedAt: number, attempts: number): ModelAnswer {
  const { text, finishReason, model, usage, firstTokenAt } = draft;
  return {
    text,
    toolCalls: finishToolCalls(draft.toolCalls),
    finishReason,
    model,
    usage,
    firstTokenMs: firstTokenAt === null ? null : firstTokenAt - startedAt,
    durationMs: performance.now() - startedAt,
    attempts,
  };
}
