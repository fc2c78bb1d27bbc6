/**
 * Numbers of structured results as the server wrote them. The SDK reads messages with `JSON.parse`, so that on HTTP such numbers
 * are marked as texts before it reads them, and restored behind it. Pure but for the mark.
 */
import "server-only";
import { randomUUID } from "node:crypto";
import { keepNumber, parseAsWritten } from "../../../contracts/json/exact-numbers.ts";

/** Only results have it. All other messages are the SDK's own. */
const STRUCTURED = '"structuredContent"';
const EVENT_ENDS = ["\n\n", "\n\r\n", "\r\r"];
const NUMBER = /-?\d[\d.eE+-]*/g;

export type NumberMarks = {
  /** Marks the numbers of a body that passes through it. */
  mark(isStream: boolean): TransformStream<Uint8Array, Uint8Array>;
  /** The value with marked numbers as they were written. */
  restore(value: unknown): unknown;
};

/** For one session. No server can know its mark. */
export function createNumberMarks(): NumberMarks {
  const mark = `number ${randomUUID()} `;
  return {
    mark: (isStream) => (isStream ? markEvents(mark) : markBody(mark)),
    restore: (value) => restoreNumbers(value, mark),
  };
}

/** A JSON-RPC message of one line, with its numbers as they were written if it has structured content. */
export function readMessage(line: string): unknown {
  return line.includes(STRUCTURED) ? JSON.parse(line, keepNumber) : JSON.parse(line);
}

function markBody(mark: string): TransformStream<Uint8Array, Uint8Array> {
  const decoder = new TextDecoder();
  const parts: string[] = [];
  return new TransformStream({
    transform(chunk) {
      parts.push(decoder.decode(chunk, { stream: true }));
    },
    flush(controller) {
      const text = parts.join("") + decoder.decode();
      controller.enqueue(encode(text.includes(STRUCTURED) ? markNumbers(text, mark) : text));
    },
  });
}

/** An event ends with an empty line. Its data may have several lines, and only they are JSON. */
function markEvents(mark: string): TransformStream<Uint8Array, Uint8Array> {
  const decoder = new TextDecoder();
  let left = "";
  const markEvent = (event: string) =>
    event.includes(STRUCTURED)
      ? event.replaceAll(/^data:.*$/gm, (line) => markNumbers(line, mark))
      : event;
  return new TransformStream({
    transform(chunk, controller) {
      const text = left + decoder.decode(chunk, { stream: true });
      const ends = EVENT_ENDS.map((end) =>
        text.includes(end) ? text.lastIndexOf(end) + end.length : 0,
      );
      const end = Math.max(...ends);
      left = text.slice(end);
      if (end > 0) controller.enqueue(encode(markEvent(text.slice(0, end))));
    },
    flush(controller) {
      controller.enqueue(encode(markEvent(left + decoder.decode())));
    },
  });
}

const encoder = new TextEncoder();
const encode = (text: string) => encoder.encode(text);

/** Linear: strings are skipped by their quotes, so that pictures in them cost nothing. */
export function markNumbers(json: string, mark: string): string {
  const parts: string[] = [];
  for (let at = 0; at < json.length; ) {
    const quote = json.indexOf('"', at);
    const opens = quote === -1 ? json.length : quote;
    const between = json.slice(at, opens);
    parts.push(
      between.replace(NUMBER, (source) =>
        String(Number(source)) === source ? source : `"${mark}${source}"`,
      ),
    );
    at = endOfString(json, opens);
    parts.push(json.slice(opens, at));
  }
  return parts.join("");
}

/** @returns the index after the closing quote */
function endOfString(json: string, opens: number): number {
  for (let at = json.indexOf('"', opens + 1); at !== -1; at = json.indexOf('"', at + 1)) {
    let slashes = 0;
    while (json[at - 1 - slashes] === "\\") slashes += 1;
    if (slashes % 2 === 0) return at + 1;
  }
  return json.length;
}

function restoreNumbers(value: unknown, mark: string): unknown {
  if (typeof value === "string")
    return value.startsWith(mark) ? parseAsWritten(value.slice(mark.length)) : value;
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => restoreNumbers(item, mark));
  const entries = Object.entries(value).map(([key, item]) => [key, restoreNumbers(item, mark)]);
  return Object.fromEntries(entries);
}
