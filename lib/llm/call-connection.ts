import "server-only";
/**
 * Calls the model of one connection. A refusal that names a part of the request is remembered as a capability and the
 * call repeated without the part; other failures are repeated until an attempt brings a first token.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type OpenAI from "openai";
import type { SentPrompt } from "../contracts/model/adaptation.ts";
import type { CapabilityName } from "../contracts/model/capability.ts";
import { chooseAdaptations } from "./adapt/choose-adaptations.ts";
import { type AnswerDraft, finishToolCalls, startDraft } from "./attempt/answer-draft.ts";
import { attemptModelCall, type StreamEnd } from "./attempt/attempt-model-call.ts";
import {
  buildCompletionBody,
  type CompletionBody,
  digestOfBody,
} from "./attempt/build-completion-body.ts";
import {
  brokenBeforeFirstToken,
  type FailureReason,
  type ModelFailure,
  protocolFailure,
  redactDetail,
} from "./attempt/model-failure.ts";
import type { CapabilityTable } from "./capabilities/capability-table.ts";
import { findMissing } from "./capabilities/find-missing.ts";
import type { ModelConnection } from "./connections/model-connection.ts";
import {
  EVIDENCE_MAX_CHARS,
  FIRST_RETRY_WAIT_MS,
  LONGEST_RETRY_AFTER_MS,
  LONGEST_RETRY_WAIT_MS,
} from "./limits.ts";
import type { ModelAnswer, ModelListener, ModelRequest, ModelResult } from "./model-types.ts";
import { toProviderReply } from "./to-provider-reply.ts";

export type ConnectionCall = {
  connection: ModelConnection;
  openai: OpenAI;
  table: CapabilityTable;
  maxAttempts: number;
  silenceMs: number;
  /** The connection that takes over if this one is away. */
  next: ModelConnection | undefined;
};

export type ConnectionResult = { result: ModelResult; isAway: boolean };

type Sending = { body: CompletionBody; sent: SentPrompt };

/** Never rejects because of a server or the network, only with what a listener throws. */
export async function callConnection(
  request: ModelRequest,
  listener: ModelListener | undefined,
  call: ConnectionCall,
): Promise<ConnectionResult> {
  const { signal } = request;
  const { connection, openai, silenceMs, maxAttempts } = call;
  const startedAt = performance.now();
  const onText = listener?.onText?.bind(listener);
  const tried = new Set<CapabilityName>();
  let sending = prepare(request, call);
  for (let attempt = 1; ; ) {
    const draft = startDraft();
    const { body } = sending;
    const end: StreamEnd = signal.aborted
      ? { kind: "aborted" }
      : await attemptModelCall(draft, { openai, body, signal, silenceMs, onText });
    const answer = toAnswer(draft, { startedAt, attempts: attempt, sent: sending.sent });
    if (end.kind === "aborted") {
      return { result: { ok: false, reason: "aborted", partial: answer }, isAway: false };
    }
    const failure = findFailure(end, draft);
    if (!failure) return { result: { ok: true, answer }, isAway: false };
    const missing = missingOf(failure, draft, body, tried);
    if (missing) {
      tried.add(missing);
      call.table.learn(connection, missing, toFinding(failure, connection));
      report(listener, call, failure, { missing, isAway: false });
      sending = prepare(request, call);
      continue;
    }
    const waitMs =
      canRetry(failure, draft) && attempt < maxAttempts
        ? retryWaitMs(attempt, failure.retryAfterMs)
        : null;
    const isAway = waitMs === null && draft.firstTokenAt === null && isOfServer(failure);
    report(listener, call, failure, { missing: null, isAway });
    if (waitMs === null) return { result: toFailed(failure, answer, connection.apiKey), isAway };
    listener?.onRetry?.({ attempt, reason: failure.reason, waitMs });
    attempt += 1;
    // An abort ends the wait; the next iteration reports it.
    await sleep(waitMs, undefined, { signal }).catch(() => undefined);
  }
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

function prepare(request: ModelRequest, { connection, table }: ConnectionCall): Sending {
  const adaptations = chooseAdaptations(request, (name) => table.can(connection, name));
  const body = buildCompletionBody(request, connection.model, adaptations);
  return { body, sent: { connection: connection.id, adaptations, sha256: digestOfBody(body) } };
}

/** Nothing may have reached the person, and each capability is given up once per call. */
function missingOf(
  failure: ModelFailure,
  draft: AnswerDraft,
  body: CompletionBody,
  tried: ReadonlySet<CapabilityName>,
): CapabilityName | null {
  if (!failure.said || draft.firstTokenAt !== null) return null;
  const missing = findMissing(failure.said, body);
  return missing && !tried.has(missing) ? missing : null;
}

function toFinding({ said }: ModelFailure, { apiKey }: ModelConnection) {
  const words = `${said?.status ?? "in the stream"}: ${said?.text ?? ""}`;
  return {
    holds: false,
    value: null,
    source: "refusal" as const,
    at: new Date().toISOString(),
    evidence: redactDetail(words, apiKey).slice(0, EVIDENCE_MAX_CHARS),
  };
}

function report(
  listener: ModelListener | undefined,
  { connection, next }: ConnectionCall,
  failure: ModelFailure,
  { missing, isAway }: { missing: CapabilityName | null; isAway: boolean },
): void {
  listener?.onRefusal?.({
    reply: toProviderReply(failure, connection),
    reason: failure.reason,
    missing,
    takesOver: isAway ? (next?.id ?? null) : null,
  });
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
    return { reason: "model-refused", detail, canRetry: false, retryAfterMs: null, said: null };
  }
  return undefined;
}

/** Never after the first token: the person has seen it, or a tool call has started. */
function canRetry(failure: ModelFailure, draft: AnswerDraft): boolean {
  return failure.canRetry && draft.firstTokenAt === null;
}

/** A failure of the server or of its set-up, which another connection may not have. */
function isOfServer({ reason }: ModelFailure): boolean {
  return reason === "model-unavailable" || reason === "model-busy";
}

function toFailed(failure: ModelFailure, partial: ModelAnswer, apiKey: string): ModelResult {
  const hasBegun = partial.firstTokenMs !== null;
  const isCut = hasBegun && isOfServer(failure);
  const reason: FailureReason = isCut ? "model-cut-off" : failure.reason;
  return { ok: false, reason, detail: redactDetail(failure.detail, apiKey), partial };
}

/** The arguments of a forced call are the text that was asked for. */
function readForced(draft: AnswerDraft, { adaptations }: SentPrompt) {
  const toolCalls = finishToolCalls(draft.toolCalls);
  const [forced] = adaptations.includes("schema-as-forced-tool") ? toolCalls : [];
  return forced ? { text: forced.arguments, toolCalls: [] } : { text: draft.text, toolCalls };
}

function toAnswer(
  draft: AnswerDraft,
  { startedAt, attempts, sent }: { startedAt: number; attempts: number; sent: SentPrompt },
): ModelAnswer {
  const { finishReason, model, usage, firstTokenAt } = draft;
  const { text, toolCalls } = readForced(draft, sent);
  return {
    text,
    toolCalls,
    finishReason,
    model,
    usage,
    firstTokenMs: firstTokenAt === null ? null : firstTokenAt - startedAt,
    durationMs: performance.now() - startedAt,
    attempts,
    sent,
  };
}
