/** One request to a model server, with the key as its provider wants it. Redirects are not followed. */
import "server-only";
import { isRecord, parseJson, textOf } from "../../contracts/read-json.ts";
import { type ModelConnection, secretsOf } from "../connections/model-connection.ts";
import { PROVIDER_PRESETS } from "../connections/provider-presets.ts";
import { redactSecrets } from "../failures/model-failure.ts";
import { CHECK_ANSWER_MAX_BYTES, CHECK_WORDS_MAX_CHARS } from "../limits.ts";

export type Answered = {
  kind: "answered";
  status: number;
  /** Where a redirect points, or null. */
  location: string | null;
  isPage: boolean;
  /** As it came. */
  text: string;
  /** Parsed, if it is JSON. */
  body: unknown;
  /** What the server says in one line, without keys. */
  words: string;
  /** The same with its code, to be judged by. */
  coded: string;
};

export type ServerReply =
  | Answered
  | { kind: "failed"; code: string; words: string }
  | { kind: "silent" };

/**
 * @param path below the connection's address, e.g. `/models`
 * @param sent by POST; without it the request is a GET
 */
export async function askServer(
  connection: ModelConnection,
  path: string,
  signal: AbortSignal,
  sent?: unknown,
): Promise<ServerReply> {
  try {
    const url = new URL(`${connection.baseUrl}${path}`);
    for (const [name, value] of Object.entries(connection.query)) url.searchParams.set(name, value);
    const response = await fetch(url, {
      method: sent === undefined ? "GET" : "POST",
      headers: headersOf(connection, sent !== undefined),
      redirect: "manual",
      signal,
      ...(sent === undefined ? {} : { body: JSON.stringify(sent) }),
    });
    return await readReply(response, secretsOf(connection), CHECK_ANSWER_MAX_BYTES);
  } catch (error) {
    if (signal.aborted) return { kind: "silent" };
    return { kind: "failed", ...causeOf(error, secretsOf(connection)) };
  }
}

/**
 * @param maxBytes what is longer is cut
 * @param stop ends the reading: what came so far is the answer
 */
export async function readReply(
  response: Response,
  secrets: readonly string[],
  maxBytes: number,
  stop?: AbortSignal,
): Promise<Answered> {
  const text = await readStart(response, maxBytes, stop);
  const body = parseJson(text);
  return {
    kind: "answered",
    status: response.status,
    location: response.headers.get("location"),
    isPage: /^\s*(<!doctype html|<html|<head)/i.test(text),
    text,
    body,
    ...readWords(body, text, secrets),
  };
}

/** What a body says, in one line without keys, and the same with its code. */
export function readWords(body: unknown, text: string, secrets: readonly string[]) {
  const { code, message } = readError(body);
  const words = wordsOf(message || text, secrets);
  return { words, coded: `${code} ${words}`.trim() };
}

function headersOf({ provider, apiKey, headers }: ModelConnection, hasBody: boolean): HeadersInit {
  const isHeader = PROVIDER_PRESETS[provider].authentication === "api-key";
  return {
    ...headers,
    accept: "application/json",
    "accept-encoding": "identity",
    ...(isHeader ? { "api-key": apiKey } : { authorization: `Bearer ${apiKey || "none"}` }),
    ...(hasBody ? { "content-type": "application/json" } : {}),
  };
}

/** As much as comes until the limit, the end, or the caller's stop. @throws where the connection breaks before its end */
async function readStart(
  response: Response,
  maxBytes: number,
  stop: AbortSignal | undefined,
): Promise<string> {
  const reader = response.body?.getReader();
  if (!reader) return "";
  const cancel = () => void reader.cancel().catch(() => undefined);
  stop?.addEventListener("abort", cancel, { once: true });
  const chunks: Uint8Array[] = [];
  for (let bytes = 0; bytes <= maxBytes; ) {
    const read = await reader.read().catch((error: Error) => error);
    // With a stop, what came before the connection broke is the answer.
    if (read instanceof Error && !stop) throw read;
    if (read instanceof Error || read.done) break;
    chunks.push(read.value);
    bytes += read.value.length;
  }
  stop?.removeEventListener("abort", cancel);
  cancel();
  return Buffer.concat(chunks).toString("utf8");
}

/** Servers put their words into `error.message`, `error`, `message` or `detail`; Google puts all of it into a list. */
function readError(given: unknown): { code: string; message: string } {
  const body = Array.isArray(given) ? given[0] : given;
  if (!isRecord(body)) return { code: "", message: "" };
  const inner = isRecord(body.error) ? body.error : body;
  const message = [inner.message, inner.error, inner.detail].map(textOf).find(Boolean) ?? "";
  const code = [inner.code, inner.status, inner.type].map(textOf).filter(Boolean).join(" ");
  return { code, message };
}

function wordsOf(text: string, secrets: readonly string[]): string {
  return redactSecrets(text, secrets)
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, CHECK_WORDS_MAX_CHARS)
    .replace(/\.$/, "");
}

/** The innermost cause names the problem: the platform's fetch says only "fetch failed". */
export function causeOf(
  error: unknown,
  secrets: readonly string[],
): { code: string; words: string } {
  let inner = error;
  while (inner instanceof Error && inner.cause instanceof Error) inner = inner.cause;
  const first = inner instanceof AggregateError ? inner.errors[0] : inner;
  const { code } = first as NodeJS.ErrnoException;
  const words = wordsOf(first instanceof Error ? first.message : String(first), secrets);
  return { code: code ?? "", words };
}
