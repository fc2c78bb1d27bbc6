/**
 * Reads one connection to a run's stream (lib/contracts/public/public-event.ts) until it ends, breaks or is cancelled.
 */
import { EventSourceParserStream } from "eventsource-parser/stream";
import type { PublicUpdate } from "@/lib/contracts/public/public-event.ts";
import { readFailure } from "../data/get-json.ts";

/** `gone`: this person has no such run. `signed-out`: nobody is signed in. `broken`: try again. */
export type StreamOutcome = "over" | "gone" | "signed-out" | "broken";

/** Imported while the first stream is opened: see get-json.ts. */
export const loadEventContract = () => import("@/lib/contracts/public/public-event.ts");

/** The server sends something every 15 s; a longer silence means a dead connection. */
const SILENCE_MAX_MS = 40_000;

/**
 * @param from UTF-16 offset up to which this tab has the answer
 * @param onUpdate returns false to stop reading
 */
export async function readRunStream(
  runId: string,
  from: number,
  onUpdate: (update: PublicUpdate) => boolean,
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
    if (!response.ok) return await outcomeOf(response);
    if (!response.body) return "broken";
    const frames = response.body
      .pipeThrough(new TextDecoderStream())
      .pipeThrough(new EventSourceParserStream({ onComment: silence.restart }))
      .getReader();
    for (;;) {
      const { done, value: frame } = await frames.read();
      if (done) return "over";
      silence.restart();
      const update = readFrame(frame, contract);
      if (update && !onUpdate(update)) return "over";
    }
  } catch {
    return "broken";
  } finally {
    silence.stop();
    leave.abort();
  }
}

/** By our own code: a server that is not up yet, or what stands before it, may answer with any status. */
async function outcomeOf(response: Response): Promise<StreamOutcome> {
  const { code } = await readFailure(await response.json().catch(() => null));
  if (code === "not-found") return "gone";
  return code === "signed-out" ? code : "broken";
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
export function readFrame(
  { event = "message", data }: { event?: string; data: string },
  { PublicDelta, PublicUpdate }: Awaited<ReturnType<typeof loadEventContract>>,
): PublicUpdate | null {
  const value = parseJson(data);
  if (event === "message") {
    const [offset, text] = PublicDelta.safeParse(value).data ?? [];
    return offset === undefined || text === undefined ? null : { type: "delta", offset, text };
  }
  return PublicUpdate.safeParse({ ...Object(value), type: event }).data ?? null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
