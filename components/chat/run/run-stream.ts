/**
 * Reads one connection to a run's stream (lib/contracts/public/public-event.ts) until it ends, breaks or is cancelled.
 */
import { EventSourceParserStream } from "eventsource-parser/stream";
import type { MessageEnd } from "@/lib/contracts/public/message-end.ts";
import type { PublicEvent } from "@/lib/contracts/public/public-event.ts";
import type { PublicStatus } from "@/lib/contracts/public/public-status.ts";
import type { PublicSource } from "@/lib/contracts/public/sources/public-source.ts";

export type RunInput =
  /** `since`: when the status began, in milliseconds since 1970 by this machine's clock. */
  | {
      kind: "snapshot";
      offset: number;
      text: string;
      seq: number;
      status: PublicStatus | null;
      position?: number | null;
      since: number;
    }
  | { kind: "delta"; offset: number; text: string }
  | { kind: "restart"; seq: number; offset: number; text: string }
  | { kind: "status"; seq: number; status: PublicStatus; position?: number | null; since: number }
  | { kind: "sources"; seq: number; sources: PublicSource[] }
  | { kind: "end"; seq: number; ending: MessageEnd; notice: string | null };

/** `gone`: this person has no such run. `signed-out`: nobody is signed in. `broken`: try again. */
export type StreamOutcome = "over" | "gone" | "signed-out" | "broken";

/** Imported while the first stream is opened: see get-json.ts. */
export const loadEventContract = () => import("@/lib/contracts/public/public-event.ts");

/** The server sends something every 15 s; a longer silence means a dead connection. */
const SILENCE_MAX_MS = 40_000;

/**
 * @param from UTF-16 offset up to which this tab has the answer
 * @param onInput returns false to stop reading
 */
export async function readRunStream(
  runId: string,
  from: number,
  onInput: (input: RunInput) => boolean,
  signal: AbortSignal,
): Promise<StreamOutcome> {
  const leave = new AbortController();
  const silence = startSilenceTimer(() => leave.abort());
  try {
    const [response, contract] = await Promise.all([
      fetch(`/api/runs/${runId}/stream?from=${from}`, {
        cache: "no-store",
        signal: AbortSignal.any([signal, leave.signal]),
      }),
      loadEventContract(),
    ]);
    if (response.status === 401) return "signed-out";
    if (response.status === 404) return "gone";
    if (!response.ok || !response.body) return "broken";
    const frames = response.body
      .pipeThrough(new TextDecoderStream())
      .pipeThrough(new EventSourceParserStream({ onComment: silence.restart }))
      .getReader();
    for (;;) {
      const { done, value: frame } = await frames.read();
      if (done) return "over";
      silence.restart();
      const input = readRunInput(frame, contract);
      if (input && !onInput(input)) return "over";
    }
  } catch {
    return "broken";
  } finally {
    silence.stop();
    leave.abort();
  }
}

function startSilenceTimer(onSilence: () => void): { restart: () => void; stop: () => void } {
  let timer = setTimeout(onSilence, SILENCE_MAX_MS);
  const stop = () => clearTimeout(timer);
  const restart = () => {
    stop();
    timer = setTimeout(onSilence, SILENCE_MAX_MS);
  };
  return { restart, stop };
}

/** Null for a frame of an unknown kind or shape. */
export function readRunInput(
  { event, data }: { event?: string; data: string },
  contract: Awaited<ReturnType<typeof loadEventContract>>,
): RunInput | null {
  const value = parseJson(data);
  switch (event ?? "message") {
    case "message": {
      const delta = contract.PublicDelta.safeParse(value);
      return delta.success ? { kind: "delta", offset: delta.data[0], text: delta.data[1] } : null;
    }
    case "snapshot": {
      const snapshot = contract.PublicSnapshot.safeParse(value);
      if (!snapshot.success) return null;
      const { offset, text, seq, status, position, forMs } = snapshot.data;
      return { kind: "snapshot", offset, text, seq, status, position, since: Date.now() - forMs };
    }
    default: {
      const read = contract.PublicEvent.safeParse({ type: event, ...Object(value) });
      return read.success ? toRunInput(read.data) : null;
    }
  }
}

function toRunInput(event: PublicEvent): RunInput | null {
  switch (event.type) {
    case "status": {
      const { seq, status, position } = event;
      return { kind: "status", seq, status, position, since: Date.now() };
    }
    case "end":
      return { kind: "end", seq: event.seq, ending: event.ending, notice: event.notice };
    case "sources":
      return { kind: "sources", seq: event.seq, sources: event.sources };
    case "restart":
      return { kind: "restart", seq: event.seq, offset: event.offset, text: event.text };
    case "delta":
      return null;
    default:
      return event satisfies never;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
