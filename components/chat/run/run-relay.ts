/**
 * One stream per browser: among the tabs that watch a run, the one that holds a lock reads the
 * stream and tells the others. A tab that hears nothing reads for itself.
 */
import type { RunInput } from "./run-stream.ts";

type RelayMessage =
  | { type: "input"; input: RunInput }
  /** A tab came, or missed something: it holds `have` code units of the answer. */
  | { type: "hello"; have: number }
  | { type: "beat" };

export type RelayMember = {
  /** Reads the stream until the run ends or the signal fires. */
  lead: (signal: AbortSignal, tell: (input: RunInput) => void) => Promise<void>;
  /** News from the leading tab. False where something before it is missing. */
  hear: (input: RunInput) => boolean;
  /** What a tab that holds `have` code units lacks. */
  recap: (have: number) => RunInput[];
  have: () => number;
};

const BEAT_MS = 2_000;
/** Longer than two beats: the leading tab is asleep. */
const SILENCE_MS = 4_500;

/** Takes part until the run is over or the signal fires. */
export async function joinRelay(
  runId: string,
  member: RelayMember,
  signal: AbortSignal,
): Promise<void> {
  if (!("locks" in navigator) || !("BroadcastChannel" in window)) {
    return member.lead(signal, () => undefined);
  }
  const name = `halfsilver.run.${runId}`;
  const channel = new BroadcastChannel(name);
  const post = (message: RelayMessage) => channel.postMessage(message);
  const giveUp = new AbortController();
  const either = AbortSignal.any([signal, giveUp.signal]);
  let isLeading = false;

  let silence = setTimeout(() => giveUp.abort(), SILENCE_MS);
  const heard = () => {
    clearTimeout(silence);
    if (!isLeading) silence = setTimeout(() => giveUp.abort(), SILENCE_MS);
  };

  const over = new Promise<void>((resolve) => {
    channel.onmessage = ({ data: message }: MessageEvent<RelayMessage>) => {
      if (message.type === "hello") {
        if (isLeading)
          for (const input of member.recap(message.have)) post({ type: "input", input });
        return;
      }
      heard();
      if (message.type !== "input") return;
      if (!member.hear(message.input)) post({ type: "hello", have: member.have() });
      else if (message.input.kind === "end") resolve();
    };
  });

  const lead = async () => {
    isLeading = true;
    clearTimeout(silence);
    const beat = setInterval(() => post({ type: "beat" }), BEAT_MS);
    await member.lead(signal, (input) => post({ type: "input", input }));
    clearInterval(beat);
  };
  const locked = navigator.locks.request(name, { signal: either }, lead).catch(() => undefined);
  post({ type: "hello", have: member.have() });
  await Promise.race([locked, over]);
  clearTimeout(silence);
  if (giveUp.signal.aborted && !isLeading && !signal.aborted)
    await member.lead(signal, () => undefined);
  giveUp.abort();
  channel.close();
}
