/** Why an attempt failed, whether a retry may help, and how long the server asked to wait. */
import "server-only";
import type { APIError } from "openai";
import { isRecord, textOf } from "../../contracts/read-json.ts";
import { openAiSdk } from "../connections/openai-client.ts";
import { FAILURE_DETAIL_MAX_CHARS, KEY_MIN_CHARS } from "../limits.ts";
import type { ModelReason } from "../model-types.ts";

const TOO_LONG =
  /context.?(length|window|size)|maximum context|max(imum)?.{0,20}tokens.{0,40}exceed|exceed.{0,40}(context|maximum.{0,20}tokens)|too many (input )?tokens|prompt is too long|input is too long|reduce the length|n_ctx|string_above_max_length|request.{0,10}too (large|long)/i;
const NO_CREDIT =
  /insufficient_quota|insufficient.{0,20}(credit|balance|funds)|exceeded your current quota|billing|out of credits|payment required/i;
const FILTERED =
  /content.?(filter|policy|management)|responsibleai|moderation|flagged|safety (system|filter)|jailbreak/i;
const NO_MODEL =
  /(model|deployment|engine).{0,80}(not.?found|does not exist|not exist|unknown|not available|not loaded|no such|invalid)|not a valid model|(no such|unknown|invalid|unsupported) (model|deployment)|model_not_found|DeploymentNotFound|pull(ing)? (the |it )?(model|first)|not a chat model/i;
const TABLE: readonly Row[] = [
  { reason: "model-no-credit", statuses: [402] },
  { reason: "model-no-credit", statuses: [400, 403, 429], words: NO_CREDIT },
  { reason: "model-filtered", statuses: [400, 403, 422], words: FILTERED },
  { reason: "model-unauthorised", statuses: [401, 403, 407] },
  { reason: "request-too-long", statuses: [413] },
  { reason: "request-too-long", statuses: [400, 422, 429, 500], words: TOO_LONG },
  { reason: "model-missing", statuses: [404, 410] },
  { reason: "model-missing", statuses: [400, 422, 500, 503], words: NO_MODEL },
  {
    reason: "model-lacks-tools",
    statuses: [400, 422, 501],
    words:
      /does not support (tools|function)|tool (use|calling) is not supported|tools are not supported/i,
  },
  { reason: "model-busy", statuses: [429, 529], canRetry: true },
  { reason: "model-busy", statuses: [503], words: /overload|capacity|busy/i, canRetry: true },
  { reason: "model-unavailable", statuses: [408, 409, 425], canRetry: true },
  { reason: "model-refused", statuses: [400, 422] },
];

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

type Row = {
  reason: ModelReason;
  statuses?: readonly number[];
  /** Matched with the provider's code and text. */
  words?: RegExp;
  /** Whether another attempt may help. */
  canRetry?: boolean;
};

type Verdict = { reason: ModelReason; canRetry: boolean };

/**
 * The table of what a provider can say, and which of our ends it is. The first row that fits decides. Pure.
 * @param status of HTTP, or as the error in a stream names it; 0 where there is none
 * @param words the provider's code and text
 */
export function judgeFailure(status: number, words: string): Verdict {
  const row = TABLE.find(
    (each) => (each.statuses?.includes(status) ?? true) && (each.words?.test(words) ?? true),
  );
  if (row) return { reason: row.reason, canRetry: row.canRetry ?? false };
  if (status >= 500) return { reason: "model-unavailable", canRetry: true };
  // Another 4xx or a redirect is a mistake of the set-up, which only an operator can mend.
  return { reason: "model-unavailable", canRetry: false };
}
