/** Reads one connection to a run's stream until it ends, breaks, or is no longer wanted. */
import { createParser, type EventSourceMessage } from "eventsource-parser";
import { type RunInput, readRunInput } from "./run-input.ts";

/** `gone`: there is no such run for us. `broken`: try again. */
export type StreamOutcome = "over" | "gone" | "broken";

/** The server says something every 15 s; a longer silence is a dead connection. */
const SILENCE_MAX_MS = 40_000;

/**
 * @param from UTF-16 offset of the answer that we hold already
 * @param onInput returns false to leave: what comes next is of no use
 */
export async function readRunStream(
  runId: string,
  from: number,
  onInput: (input: RunInput) => boolean,
  signal: AbortSignal,
): Promise<StreamOutcome> {
  const leave = new AbortController();
  const silence = setSilence(() => leave.abort());
  try {
    const response = await fetch(`/api/runs/${runId}/stream?from=${from}`, {
      cache: "no-store",
      signal: AbortSignal.any([signal, leave.signal]),
    });
    if (response.status === 401 || response.status === 404) return "gone";
    if (!response.ok || !response.body) return "broken";
    const frames: EventSourceMessage[] = [];
    const parser = createParser({ onEvent: (frame) => frames.push(frame) });
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return "over";
      silence.reset();
      parser.feed(value);
      for (const frame of frames.splice(0)) {
        const input = readRunInput(frame);
        if (input && !onInput(input)) return "over";
      }
    }
  } catch {
    return "broken";
  } finally {
    silence.clear();
    leave.abort();
  }
}

function setSilence(onSilence: () => void): { reset: () => void; clear: () => void } {
  let timer = setTimeout(onSilence, SILENCE_MAX_MS);
  const clear = () => clearTimeout(timer);
  const reset = () => {
    clear();
    timer = setTimeout(onSilence, SILENCE_MAX_MS);
  };
  return { reset, clear };
}
