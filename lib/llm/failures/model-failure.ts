/** Why an attempt failed, whether another may help, and how long the server asked to wait. */
import "server-only";
import type { APIError } from "openai";
import { isRecord, textOf } from "../../contracts/read-json.ts";
import { openAiSdk } from "../connections/openai-client.ts";
import { FAILURE_DETAIL_MAX_CHARS, KEY_MIN_CHARS } from "../limits.ts";
import type { ModelReason } from "../model-types.ts";
import { judgeFailure, type Repetition } from "./failure-table.ts";
import { readRefusal } from "./read-refusal.ts";
import { readRetryAfter } from "./read-retry-after.ts";

export type ModelFailure = {
  reason: ModelReason;
  /** For the log only; may contain the server's text. */
  detail: string;
  repeat: Repetition;
  /** Milliseconds, if the server sent them. */
  retryAfterMs: number | null;
  /** What the server said, as it said it; null where it said nothing. */
  said: ServerWords | null;
};

/** May contain keys: `redactSecrets` goes over it before it is stored. */
type ServerWords = {
  /** The HTTP status; null where the words came inside a stream. */
  status: number | null;
  code: string | null;
  text: string;
  /** The text without what it repeats of the request or of the model. */
  judged: string;
  requestId: string | null;
};

/** A failure that a retry may repair, because nothing has reached the person yet. */
export function brokenBeforeFirstToken(detail: string): ModelFailure {
  return { reason: "model-unavailable", detail, repeat: "again", retryAfterMs: null, said: null };
}

/** The server took the request and then said nothing. */
export function silentFailure(silenceMs: number): ModelFailure {
  const detail = `no sign of life came for ${silenceMs} ms`;
  return { reason: "model-too-slow", detail, repeat: "again", retryAfterMs: null, said: null };
}

/** The model wrote something that its server could not read; it may write something else the next time. */
export function failedGeneration(detail: string): ModelFailure {
  return { reason: "model-protocol", detail, repeat: "once", retryAfterMs: null, said: null };
}

export function protocolFailure(detail: string): ModelFailure {
  return { reason: "model-protocol", detail, repeat: "never", retryAfterMs: null, said: null };
}

/** @param error thrown by the SDK before a stream began */
export function toModelFailure(error: unknown): ModelFailure {
  const sdk = openAiSdk();
  if (error instanceof sdk.APIConnectionError) return brokenBeforeFirstToken(describeError(error));
  if (!(error instanceof sdk.APIError)) return protocolFailure(describeError(error));
  const headers: Headers = error.headers ?? new Headers();
  const code = textOf(error.code);
  const status = error.status ?? null;
  const refusal = readRefusal(error.error ?? error.message);
  const said = {
    status,
    code: code || textOf(error.type) || null,
    text: wordsOf(error),
    judged: refusal.words,
    requestId: headers.get("x-request-id") ?? headers.get("apim-request-id"),
  };
  const retryAfterMs = readRetryAfter(headers, error.error ?? error.message);
  const verdict = judgeFailure(status ?? 0, refusal, retryAfterMs);
  return { ...verdict, detail: error.message, retryAfterMs, said };
}

/** @param error the `error` object of a response with HTTP 200 */
export function toStreamFailure(error: unknown): ModelFailure {
  const fields = isRecord(error) ? error : { message: String(error) };
  const { code, type, status } = fields;
  const number = [status, code].map(Number).find((value) => value >= 300 && value < 600);
  const words = [code, type].map(textOf).filter(Boolean).join(" ");
  const refusal = readRefusal(error);
  const said = {
    status: number ?? null,
    code: words || null,
    text: textOf(fields.message) || JSON.stringify(error),
    judged: refusal.words,
    requestId: null,
  };
  const retryAfterMs = readRetryAfter(new Headers(), error);
  const verdict = judgeFailure(number ?? 0, refusal, retryAfterMs);
  const detail = `error in the stream: ${words} ${textOf(fields.message)}`;
  return { ...verdict, detail, retryAfterMs, said };
}

/** The body of the error with all its fields: which parameter was refused may stand beside the message. */
function wordsOf({ error, message }: APIError): string {
  return error === undefined || error === null ? message : JSON.stringify(error);
}

/** An error with its code and its causes, in one line. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code } = error as NodeJS.ErrnoException;
  const cause = error.cause === undefined ? "" : `: ${describeError(error.cause)}`;
  return `${error.message}${code ? ` (${code})` : ""}${cause}`;
}

/** Removes keys from a failure's detail, which may quote our request, and cuts it to the log's limit. */
export function redactDetail(detail: string, secrets: string | readonly string[]): string {
  return redactSecrets(detail, secrets).slice(0, FAILURE_DETAIL_MAX_CHARS);
}

/** @param secrets the key, or all secrets of a connection */
export function redactSecrets(text: string, secrets: string | readonly string[]): string {
  const withoutOurs = [secrets]
    .flat()
    .filter((secret) => secret.length >= KEY_MIN_CHARS)
    .reduce((rest, secret) => rest.replaceAll(secret, "[key]"), text);
  return withoutOurs
    .replace(/\bsk-[\w*.-]{4,}/g, "[key]")
    .replace(/\bBearer\s+[^\s"',]+/gi, "Bearer [key]");
}
