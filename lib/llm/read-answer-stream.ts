import "server-only";
/** Reads a streamed answer into a draft as it arrives: event by event, without a promise per token. */
import type { Readable } from "node:stream";
import { StringDecoder } from "node:string_decoder";
import { type AnswerDraft, addText, foldChunk } from "./answer-draft.ts";
import { type Likeness, likenessOf, readAlike } from "./chunk-likeness.ts";
import { createSseDecoder } from "./decode-sse.ts";
import { type ModelFailure, protocolFailure, toStreamFailure } from "./model-failure.ts";
import { isRecord, parseJson } from "./read-json.ts";

/** How long a stream may stay open once its answer is finished: usage and `[DONE]` follow at once, or never. */
const FINISH_GRACE_MS = 2_000;

export type StreamEnd =
  | { kind: "complete" }
  | { kind: "aborted" }
  | { kind: "broken"; detail: string }
  | { kind: "failed"; failure: ModelFailure };

type ReadOptions = {
  /** Closes the connection. */
  signal: AbortSignal;
  /** A sign of life: the server sent an event. */
  onEvent(): void;
  onText?: ((text: string) => void) | undefined;
};

/** Rejects only with what `onText` throws. */
export function readAnswerStream(
  stream: Readable,
  draft: AnswerDraft,
  { signal, onEvent, onText }: ReadOptions,
): Promise<StreamEnd> {
  return new Promise((resolve, reject) => {
    let isSettled = false;
    let grace: NodeJS.Timeout | undefined;

    const leave = () => {
      isSettled = true;
      signal.removeEventListener("abort", onAbort);
    };
    const settle = (end: StreamEnd) => {
      if (isSettled) return;
      leave();
      if (end.kind !== "complete") stream.destroy();
      resolve(end);
    };
    const onAbort = () => settle({ kind: "aborted" });
    const onBreak = (detail: string) =>
      settle(draft.finishReason === null ? { kind: "broken", detail } : { kind: "complete" });
    /** The answer stands. The connection goes back to the pool if the server ends the stream soon. */
    const startGrace = () => {
      grace ??= setTimeout(() => {
        settle({ kind: "complete" });
        stream.destroy();
      }, FINISH_GRACE_MS).unref();
    };
    const foldEvent = createEventFolder(draft, onText);
    const takeEvent = (data: string, name: string) => {
      if (isSettled) return;
      onEvent();
      const end = foldEvent(data, name);
      if (end || draft.finishReason !== null) startGrace();
      if (end) settle(end);
    };
    const decoder = createSseDecoder(takeEvent);
    const guarded = (step: () => void) => {
      try {
        step();
      } catch (error) {
        leave();
        stream.destroy();
        reject(error);
      }
    };

    if (signal.aborted) return onAbort();
    signal.addEventListener("abort", onAbort, { once: true });
    const utf8 = new StringDecoder("utf8");
    const take = (bytes: Buffer) => guarded(() => decoder.push(utf8.write(bytes)));
    takeDirectly(stream, take);
    stream.on("data", take);
    stream.once("end", () => {
      guarded(() => decoder.end());
      onBreak("the stream ended before the answer did");
    });
    stream.on("error", (error) => onBreak(error.message));
    stream.once("close", () => {
      clearTimeout(grace);
      onBreak("the connection closed");
    });
  });
}

/** Hands on what arrives before the stream has put it in order, where there is nothing to order: no tick for each token. */
function takeDirectly(stream: Readable, take: (bytes: Buffer) => void): void {
  const push = stream.push.bind(stream);
  stream.push = (bytes) => {
    if (bytes === null || stream.readableLength > 0 || !stream.readableFlowing) return push(bytes);
    take(bytes);
    return true;
  };
}

/** @returns what folds one event into the draft, and returns the end that the event brings, if any */
function createEventFolder(draft: AnswerDraft, onText: ReadOptions["onText"]) {
  let likeness: Likeness | null = null;
  const say = (text: string) => {
    if (text !== "") onText?.(text);
  };
  const foldParsed = (data: string, name: string): StreamEnd | undefined => {
    const chunk = parseJson(data);
    if (!isRecord(chunk)) {
      const failure = protocolFailure(`not a JSON object: ${data.slice(0, 80)}`);
      return { kind: "failed", failure };
    }
    if (chunk.error || name === "error") {
      return { kind: "failed", failure: toStreamFailure(chunk.error ?? chunk) };
    }
    likeness = likenessOf(data, chunk);
    say(foldChunk(draft, chunk));
    return undefined;
  };
  return (data: string, name: string): StreamEnd | undefined => {
    if (data === "[DONE]") return { kind: "complete" };
    const text = likeness && name !== "error" ? readAlike(likeness, data) : undefined;
    if (text === undefined) return foldParsed(data, name);
    addText(draft, text);
    say(text);
    return undefined;
  };
}
