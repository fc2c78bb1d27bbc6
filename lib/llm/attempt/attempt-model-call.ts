/** One attempt at a model call: one request, one response, read into one draft. */
import "server-only";
import { createParser } from "eventsource-parser";
import type OpenAI from "openai";
import { parseAsWritten, parseByValue } from "../../contracts/json/exact-numbers.ts";
import { isRecord, parseJson } from "../../contracts/read-json.ts";
import {
  describeError,
  type ModelFailure,
  protocolFailure,
  silentFailure,
  toModelFailure,
  toStreamFailure,
} from "../failures/model-failure.ts";
import { DONE_GRACE_MS, FINISH_GRACE_MS } from "../limits.ts";
import { type AnswerDraft, finishDraft, foldChunk } from "./answer-draft.ts";
import type { CompletionBody } from "./build-completion-body.ts";
import { errorIn, isDone, isLife } from "./read-delta.ts";

export type StreamEnd =
  | { kind: "complete" }
  | { kind: "aborted" }
  | { kind: "broken"; detail: string }
  | { kind: "failed"; failure: ModelFailure };

type OnText = ((text: string) => void) | undefined;

export type AttemptOptions = {
  openai: OpenAI;
  body: CompletionBody;
  signal: AbortSignal;
  /** Longest silence before the first sign of life, in milliseconds. */
  silenceMs: number;
  /** Longest time until something of an answer comes, whatever else the server sends; absent: any. */
  beginsWithinMs?: number | undefined;
  /** Longest silence after it, in milliseconds; absent: the same. */
  laterSilenceMs?: number | undefined;
  onText?: OnText;
  /** Called once, with the first data of the answer. */
  onStart?: (() => void) | undefined;
};

type ReadOptions = {
  /** Whether a stream was asked for. */
  isStreamed: boolean;
  /** Aborted when the caller stops the call or the server has been silent for too long. */
  signal: AbortSignal;
  /** Called for each sign of life: data, and comments or blank lines that keep a connection open while the model thinks. */
  onAlive(): void;
  onText: OnText;
  onStart: (() => void) | undefined;
};

/** Fills the draft. Rejects only if `onText` throws. */
export async function attemptModelCall(
  draft: AnswerDraft,
  options: AttemptOptions,
): Promise<StreamEnd> {
  const { openai, body, signal, silenceMs, beginsWithinMs, onText, onStart } = options;
  const { laterSilenceMs = silenceMs } = options;
  const connection = new AbortController();
  const abort = () => connection.abort();
  signal.addEventListener("abort", abort, { once: true });
  let allowedMs = silenceMs;
  let silence = setTimeout(abort, allowedMs);
  const onAlive = () => {
    if (allowedMs === laterSilenceMs) return void silence.refresh();
    clearTimeout(silence);
    allowedMs = laterSilenceMs;
    silence = setTimeout(abort, allowedMs);
  };
  const beginning =
    beginsWithinMs === undefined
      ? undefined
      : setTimeout(() => hasBegun(draft) || abort(), Math.max(0, beginsWithinMs));
  try {
    const opened = await openResponse(openai, body, connection.signal);
    const end =
      "kind" in opened
        ? opened
        : await readResponse(opened, draft, {
            isStreamed: body.stream === true,
            signal: connection.signal,
            onAlive,
            onText,
            onStart,
          });
    const rest = finishDraft(draft);
    if (rest !== "") onText?.(rest);
    if (end.kind !== "aborted" || signal.aborted) return end;
    if (draft.finishReason !== null) return { kind: "complete" };
    const waitedMs = hasBegun(draft) ? allowedMs : Math.min(allowedMs, beginsWithinMs ?? allowedMs);
    return { kind: "failed", failure: silentFailure(waitedMs) };
  } finally {
    clearTimeout(silence);
    clearTimeout(beginning);
    signal.removeEventListener("abort", abort);
  }
}

function hasBegun({ firstTokenAt, reasoning }: AnswerDraft): boolean {
  return firstTokenAt !== null || reasoning !== "";
}

async function openResponse(
  openai: OpenAI,
  body: AttemptOptions["body"],
  signal: AbortSignal,
): Promise<Response | StreamEnd> {
  try {
    // The raw response instead of the SDK's stream, which fails on events that are accepted here.
    return await openai.chat.completions.create(body, { signal }).asResponse();
  } catch (error) {
    if (signal.aborted) return { kind: "aborted" };
    return { kind: "failed", failure: toModelFailure(error) };
  }
}

async function readResponse(
  response: Response,
  draft: AnswerDraft,
  options: ReadOptions,
): Promise<StreamEnd> {
  const type = response.headers.get("content-type") ?? "";
  // Some servers do not say what a whole answer is.
  const isWhole = !options.isStreamed && !/event-stream|html/.test(type);
  if (isWhole || type.includes("json")) {
    const text = await readText(response, options.onAlive).catch((error: Error) => error);
    if (options.signal.aborted) return { kind: "aborted" };
    if (typeof text !== "string") return { kind: "broken", detail: describeError(text) };
    options.onStart?.();
    return readWholeAnswer(text, draft, options.onText);
  }
  if (type.includes("html")) {
    response.body?.cancel().catch(() => undefined);
    return { kind: "failed", failure: protocolFailure(`a stream was asked for, not ${type}`) };
  }
  const reader = response.body?.getReader();
  return reader
    ? readAnswerStream(reader, draft, options)
    : { kind: "broken", detail: "the response has no body" };
}

/** Blank space keeps the connection open here, too. */
async function readText(response: Response, onAlive: () => void): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const bytes of response.body ?? []) {
    onAlive();
    text += decoder.decode(bytes, { stream: true });
  }
  return text + decoder.decode();
}

/**
 * Some servers answer in one piece although a stream was requested. Gateways report errors that way, too. And some say that
 * it is JSON, and send events, or a line of JSON for each chunk.
 */
function readWholeAnswer(text: string, draft: AnswerDraft, onText: OnText): StreamEnd {
  const parsed = readChunk(text);
  if (!isRecord(parsed)) {
    const end =
      parsed === undefined
        ? readEvents(text, draft, onText)
        : foldEvent(draft, text, undefined, onText);
    if (end) return end;
    if (draft.finishReason !== null) return { kind: "complete" };
    return { kind: "failed", failure: protocolFailure("not a JSON object") };
  }
  const error = errorIn(parsed);
  if (error !== undefined) return { kind: "failed", failure: toStreamFailure(error) };
  if (!Array.isArray(parsed.choices)) {
    // Gateways say with 200 what they refuse, in other fields.
    const failure = toStreamFailure(parsed);
    if (failure.reason !== "model-unavailable") return { kind: "failed", failure };
  }
  const added = foldChunk(draft, parsed);
  if (added !== "") onText?.(added);
  // What came in one piece was not cut.
  return draft.finishReason === null && draft.firstTokenAt === null
    ? { kind: "failed", failure: protocolFailure("an answer without an end") }
    : { kind: "complete" };
}

function readEvents(text: string, draft: AnswerDraft, onText: OnText): StreamEnd | undefined {
  let end = undefined as StreamEnd | undefined;
  const parser = createEvents((data, event) => {
    end ??= foldEvent(draft, data, event, onText);
  });
  parser.feed(`${text}\n\n`);
  return end;
}

/** Some servers say that they send events, and send a line of JSON for each chunk, or one answer. */
function createEvents(onData: (data: string, event?: string) => void) {
  const events = createParser({ onEvent: ({ event, data }) => onData(data, event) });
  let lines: string[] | null = null;
  let hasBegun = false;
  return {
    feed(text: string) {
      const begun = hasBegun ? "" : text.trimStart();
      if (!hasBegun && /^[{[]/.test(begun)) lines = [];
      hasBegun ||= begun !== "";
      if (!lines) return events.feed(text);
      lines.push(text);
      if (!text.includes("\n")) return;
      const whole = lines.join("").split("\n");
      lines = [whole.pop() ?? ""];
      for (const line of whole) if (line.trim() !== "") onData(line);
    },
  };
}

async function readAnswerStream(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  draft: AnswerDraft,
  { signal, onAlive, onText, onStart }: ReadOptions,
): Promise<StreamEnd> {
  let end = undefined as StreamEnd | undefined;
  let hasStarted = false;
  let grace: NodeJS.Timeout | undefined;
  const parser = createEvents((data, event) => {
    if (end || signal.aborted) return;
    if (!hasStarted) onStart?.();
    hasStarted = true;
    end = foldEvent(draft, data, event, onText);
  });
  const text = new TextDecoder();
  try {
    for (;;) {
      const read = await reader.read().catch((error: Error) => error);
      if (signal.aborted) return { kind: "aborted" };
      if (read instanceof Error) return endOfBody(draft, describeError(read));
      const before = sizeOf(draft);
      // The last event may lack its blank line.
      parser.feed(read.done ? `${text.decode()}\n\n` : text.decode(read.value, { stream: true }));
      onAlive();
      if (end?.kind === "complete") await readRest(reader);
      if (end) return end;
      if (read.done) return endOfBody(draft, "the stream ended before the answer did");
      // Some servers send a finish reason with every delta.
      if (grace && sizeOf(draft) > before) grace.refresh();
      if (draft.finishReason !== null) grace ??= setTimeout(() => cancel(reader), FINISH_GRACE_MS);
    }
  } finally {
    clearTimeout(grace);
    cancel(reader);
  }
}

function sizeOf({ text, reasoning, toolCalls }: AnswerDraft): number {
  return text.length + reasoning.length + (toolCalls.at(-1)?.arguments.length ?? 0);
}

/** Some servers write the arguments of a call as an object, by one of these names. */
const OBJECT_ARGUMENTS = /"(?:arguments|parameters|input)"\s*:\s*[{[]/;

/** Arguments that are no text become one, and opaque parts go back: neither may have other numbers than were written. */
function readChunk(text: string): unknown {
  if (OBJECT_ARGUMENTS.test(text)) return parseAsWritten(text);
  try {
    return parseByValue(text);
  } catch {
    return undefined;
  }
}

/** @returns the end that the event brings, if any */
function foldEvent(
  draft: AnswerDraft,
  data: string,
  name: string | undefined,
  onText: OnText,
): StreamEnd | undefined {
  if (isDone(data)) return { kind: "complete" };
  if (isLife(name, data)) return undefined;
  const chunk = readChunk(data);
  if (name === "error" && !isRecord(chunk))
    return { kind: "failed", failure: toStreamFailure(chunk ?? data) };
  if (Array.isArray(chunk) && chunk.every(isRecord))
    return foldLines(
      draft,
      chunk.map((one) => JSON.stringify(one)),
      name,
      onText,
    );
  if (!isRecord(chunk)) {
    // Events without a blank line between them come as the lines of one.
    const lines = data.split("\n");
    if (lines.length > 1 && isRecord(parseJson(lines[0] ?? "")))
      return foldLines(draft, lines, name, onText);
    return { kind: "failed", failure: protocolFailure(`not a JSON object: ${data.slice(0, 80)}`) };
  }
  const error = errorIn(chunk) ?? (name === "error" ? chunk : undefined);
  if (error !== undefined) return { kind: "failed", failure: toStreamFailure(error) };
  const text = foldChunk(draft, chunk);
  if (text !== "") onText?.(text);
  return undefined;
}

function foldLines(
  draft: AnswerDraft,
  lines: readonly string[],
  name: string | undefined,
  onText: OnText,
): StreamEnd | undefined {
  for (const line of lines) {
    const end = foldEvent(draft, line, name, onText);
    if (end) return end;
  }
  return undefined;
}

/** An answer with a finish reason is complete, regardless of how its connection ends. */
function endOfBody(draft: AnswerDraft, detail: string): StreamEnd {
  return draft.finishReason === null ? { kind: "broken", detail } : { kind: "complete" };
}

/** The connection is reused only if the body is read to its end. */
async function readRest(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  const timer = setTimeout(() => cancel(reader), DONE_GRACE_MS);
  try {
    while (!(await reader.read()).done);
  } catch {
    // The answer is complete, regardless of how its connection ends.
  } finally {
    clearTimeout(timer);
  }
}

function cancel(reader: ReadableStreamDefaultReader<Uint8Array>): void {
  reader.cancel().catch(() => undefined);
}
