/** Why an attempt failed, whether a retry may help, and how long the server asked to wait. */
import "server-only";
import type { APIError } from "openai";
import { isRecord, textOf } from "../attempt/read-json.ts";
import { openAiSdk } from "../connections/openai-sdk.ts";
import { FAILURE_DETAIL_MAX_CHARS, KEY_MIN_CHARS } from "../limits.ts";
import type { ModelReason } from "../model-types.ts";
import { judgeFailure } from "./failure-table.ts";

export type ModelFailure = {
  reason: ModelReason;
  /** For the log only; may contain the server's text. */
  detail: string;
  canRetry: boolean;
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
  requestId: string | null;
};

/** A failure that a retry may repair, because nothing has reached the person yet. */
export function brokenBeforeFirstToken(detail: string): ModelFailure {
  return { reason: "model-unavailable", detail, canRetry: true, retryAfterMs: null, said: null };
}

/** The server took the request and then said nothing. */
export function silentFailure(silenceMs: number): ModelFailure {
  const detail = `no sign of life came for ${silenceMs} ms`;
  return { reason: "model-too-slow", detail, canRetry: true, retryAfterMs: null, said: null };
}

export function protocolFailure(detail: string): ModelFailure {
  return { reason: "model-protocol", detail, canRetry: false, retryAfterMs: null, said: null };
}

/** @param error thrown by the SDK before a stream began */
export function toModelFailure(error: unknown): ModelFailure {
  const sdk = openAiSdk();
  if (error instanceof sdk.APIConnectionError) return brokenBeforeFirstToken(describeError(error));
  if (!(error instanceof sdk.APIError)) return protocolFailure(describeError(error));
  const headers: Headers = error.headers ?? new Headers();
  const code = textOf(error.code);
  const status = error.status ?? null;
  const said = {
    status,
    code: code || textOf(error.type) || null,
    text: wordsOf(error),
    requestId: headers.get("x-request-id") ?? headers.get("apim-request-id"),
  };
  const retryAfterMs = readRetryAfter(headers);
  const verdict = judgeFailure(status ?? 0, `${said.code} ${said.text}`);
  return { ...verdict, detail: error.message, retryAfterMs, said };
}

/** @param error the `error` object of a response with HTTP 200 */
export function toStreamFailure(error: unknown): ModelFailure {
  const fields = isRecord(error) ? error : { message: String(error) };
  const { code, type, status } = fields;
  const number = [status, code].map(Number).find((value) => value >= 300 && value < 600);
  const words = [code, type].map(textOf).filter(Boolean).join(" ");
  const said = {
    status: number ?? null,
    code: words || null,
    text: textOf(fields.message) || JSON.stringify(error),
    requestId: null,
  };
  const verdict = judgeFailure(number ?? statusOfWords(words), `${words} ${said.text}`);
  const detail = `error in the stream: ${words} ${textOf(fields.message)}`;
  return { ...verdict, detail, retryAfterMs: null, said };
}

/** The body of the error with all its fields: which parameter was refused may stand beside the message. */
function wordsOf({ error, message }: APIError): string {
  return error === undefined || error === null ? message : JSON.stringify(error);
}

function statusOfWords(words: string): number {
  if (/rate.?limit|too.?many/i.test(words)) return 429;
  return /invalid|unsupported|content.?(filter|policy)|context.?length|quota|credit|auth|permission/i.test(
    words,
  )
    ? 400
    : 500;
}

/** `retry-after-ms`, or `retry-after` in seconds or as a date (RFC 9110, section 10.2.3). */
function readRetryAfter(headers: Headers): number | null {
  const ms = Number.parseFloat(headers.get("retry-after-ms") ?? "");
  if (ms >= 0) return ms;
  const value = headers.get("retry-after") ?? "";
  if (/^\s*\d+(\.\d+)?\s*$/.test(value)) return Number.parseFloat(value) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? null : Math.max(0, date - Date.now());
}

/** An error with its code and its causes, in one line. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code } = error as NodeJS.ErrnoException;
  const cause = error.cause === undefined ? "" : `: ${describeError(error.cause)}`;
  return `${error.message}${code ? ` (${code})` : ""}${cause}`;
}

/** Removes keys from a failure's detail, which may quote our request, and cuts it to the log's limit. */
export function redactDetail(detail: string, apiKey: string): string {
  return redactSecrets(detail, apiKey).slice(0, FAILURE_DETAIL_MAX_CHARS);
}

export function redactSecrets(text: string, apiKey: string): string {
  const withoutOurs = apiKey.length < KEY_MIN_CHARS ? text : text.replaceAll(apiKey, "[key]");
  return withoutOurs
    .replace(/\bsk-[\w*.-]{4,}/g, "[key]")
    .replace(/\bBearer\s+[^\s"',]+/gi, "Bearer [key]");
}
