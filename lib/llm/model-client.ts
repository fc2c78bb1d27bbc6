import "server-only";
/** Calls the model: retries until an attempt brings a first token, then returns exactly one result. */
import { setTimeout as sleep } from "node:timers/promises";
import type OpenAI from "openai";
import { type AnswerDraft, finishToolCalls, startDraft } from "./attempt/answer-draft.ts";
import { attemptModelCall, type StreamEnd } from "./attempt/attempt-model-call.ts";
import { buildCompletionBody } from "./attempt/build-completion-body.ts";
import {
  brokenBeforeFirstToken,
  type FailureReason,
  type ModelFailure,
  protocolFailure,
  redactDetail,
} from "./attempt/model-failure.ts";
import { FIRST_RETRY_WAIT_MS, LONGEST_RETRY_AFTER_MS, LONGEST_RETRY_WAIT_MS } from "./limits.ts";
import type { ModelAnswer, ModelClient, ModelResult } from "./model-types.ts";

export type ModelClientOptions = {
  openai: OpenAI;
  /** The default model. */
  model: string;
  maxAttempts: number;
  firstTokenTimeoutMs: number;
};

/** The client never rejects because of a server or the network, only with what a listener throws. */
export function createModelClient(options: ModelClientOptions): ModelClient {
  const { openai, maxAttempts, firstTokenTimeoutMs: silenceMs } = options;
  return async (request, listener) => {
    const { signal } = request;
    const startedAt = performance.now();
    const body = buildCompletionBody(request, options.model);
    const onText = listener?.onText?.bind(listener);
    for (let attempt = 1; ; attempt += 1) {
      const draft = startDraft();
      const end: StreamEnd = signal.aborted
        ? { kind: "aborted" }
        : await attemptModelCall(draft, { openai, body, signal, silenceMs, onText });
      const answer = toAnswer(draft, startedAt, attempt);
      if (end.kind === "aborted") return { ok: false, reason: "aborted", partial: answer };
      const failure = findFailure(end, draft);
      if (!failure) return { ok: true, answer };
      const waitMs =
        canRetry(failure, draft) && attempt < maxAttempts
          ? retryWaitMs(attempt, failure.retryAfterMs)
          : null;
      if (waitMs === null) return toFailed(failure, answer, openai.apiKey ?? "");
      listener?.onRetry?.({ attempt, reason: failure.reason, waitMs });
      // An abort ends the wait; the next iteration reports it.
      await sleep(waitMs, undefined, { signal }).catch(() => undefined);
    }
  };
}

/**
 * Exponential back-off with jitter; the server's own wait takes precedence.
 * @param attempt 1 for the first attempt, which has just failed
 * @param retryAfterMs the wait that the server asked for
 * @returns milliseconds, or null where the wait would be too long
 */
export function retryWaitMs(attempt: number, retryAfterMs: number | null): number | null {
  if (retryAfterMs !== null) {
    if (retryAfterMs > LONGEST_RETRY_AFTER_MS) return null;
    // Up to a tenth later than asked, so that clients that were refused together do not return together.
    return Math.round(retryAfterMs * (1 + Math.random() * 0.1));
  }
  const full = Math.min(LONGEST_RETRY_WAIT_MS, FIRST_RETRY_WAIT_MS * 2 ** (attempt - 1));
  return Math.round(full * (0.5 + Math.random() * 0.5));
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

/** Finds the fault of an answer whose stream ended properly. */
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

/** Never after the first token: the person has seen it, or a tool call has started. */
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
