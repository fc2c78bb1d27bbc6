import "server-only";
/** One attempt at a model call: one request, one connection, one draft. */
import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import type OpenAI from "openai";
import { type AnswerDraft, foldChunk } from "./answer-draft.ts";
import { protocolFailure, toModelFailure, toStreamFailure } from "./model-failure.ts";
import { NodeResponse } from "./node-response.ts";
import { readAnswerStream, type StreamEnd } from "./read-answer-stream.ts";
import { isRecord, parseJson } from "./read-json.ts";
import { watchSilence } from "./watch-silence.ts";

export type AttemptOptions = {
  client: OpenAI;
  body: OpenAI.Chat.Completions.ChatCompletionCreateParamsStreaming;
  signal: AbortSignal;
  /** Longest silence before the first token and between events, in milliseconds. */
  silenceMs: number;
  onText?: ((text: string) => void) | undefined;
};

/** Fills the draft. Rejects only with what `onText` throws. */
export async function attemptModelCall(
  draft: AnswerDraft,
  { client, body, signal, silenceMs, onText }: AttemptOptions,
): Promise<StreamEnd> {
  const connection = new AbortController();
  const abort = () => connection.abort();
  signal.addEventListener("abort", abort, { once: true });
  const silence = watchSilence(silenceMs, abort);
  try {
    const opened = await openStream(client, body, connection.signal);
    const end = opened.response
      ? await readAnswer(opened.response, draft, connection.signal, silence.hear, onText)
      : opened.end;
    if (end.kind !== "aborted" || signal.aborted) return end;
    if (draft.finishReason !== null) return { kind: "complete" };
    return { kind: "broken", detail: `nothing came for ${silenceMs} ms` };
  } finally {
    silence.end();
    signal.removeEventListener("abort", abort);
  }
}

/** The raw response: the SDK builds, authorises and sends the request; events are read without its web streams. */
async function openStream(
  client: OpenAI,
  body: AttemptOptions["body"],
  signal: AbortSignal,
): Promise<{ response: Response } | { response: null; end: StreamEnd }> {
  try {
    const pending = client.post("/chat/completions", { body, signal, stream: true });
    return { response: await pending.asResponse() };
  } catch (error) {
    if (signal.aborted) return { response: null, end: { kind: "aborted" } };
    return { response: null, end: { kind: "failed", failure: toModelFailure(error) } };
  }
}

async function readAnswer(
  response: Response,
  draft: AnswerDraft,
  signal: AbortSignal,
  onEvent: () => void,
  onText: AttemptOptions["onText"],
): Promise<StreamEnd> {
  const type = response.headers.get("content-type") ?? "";
  if (type.includes("json")) {
    const text = await response.text().catch((error: Error) => error);
    if (signal.aborted) return { kind: "aborted" };
    if (typeof text !== "string") return { kind: "broken", detail: text.message };
    return readWholeAnswer(text, draft, onText);
  }
  const encoding = response.headers.get("content-encoding") ?? "identity";
  if (type.includes("html") || encoding !== "identity") {
    await response.body?.cancel();
    return {
      kind: "failed",
      failure: protocolFailure(`a stream was asked for, not ${type} ${encoding}`),
    };
  }
  const stream =
    response instanceof NodeResponse
      ? response.incoming
      : Readable.fromWeb((response.body ?? new Blob([]).stream()) as ReadableStream);
  return readAnswerStream(stream, draft, { signal, onEvent, onText });
}

/** Some servers answer in one piece although a stream was asked for; gateways put errors there, too. */
function readWholeAnswer(
  text: string,
  draft: AnswerDraft,
  onText: AttemptOptions["onText"],
): StreamEnd {
  const parsed = parseJson(text);
  if (!isRecord(parsed)) return { kind: "failed", failure: protocolFailure("not a JSON object") };
  if (parsed.error) return { kind: "failed", failure: toStreamFailure(parsed.error) };
  const added = foldChunk(draft, parsed);
  if (added !== "") onText?.(added);
  return draft.finishReason === null
    ? { kind: "failed", failure: protocolFailure("an answer without an end") }
    : { kind: "complete" };
}
