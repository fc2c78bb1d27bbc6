/**
 * One stream per browser: among the tabs that watch a run, the one that holds a lock reads the stream and informs the
 * others. A tab that receives nothing reads the stream itself.
 */
import type { PublicUpdate } from "@/lib/contracts/public/public-event.ts";

type RelayMessage =
  | { type: "update"; update: PublicUpdate }
  /** A tab joined or missed something. It holds `have` code units of the answer. */
  | { type: "hello"; have: number }
  | { type: "beat" };

export type RelayMember = {
  /** Reads the stream until the run ends or the signal fires. */
  lead: (signal: AbortSignal, tell: (update: PublicUpdate) => void) => Promise<void>;
  /** Receives news from the leading tab. @returns false if earlier text is missing */
  hear: (update: PublicUpdate) => boolean;
  /** The news that a tab with `have` code units is missing. */
  recap: (have: number) => PublicUpdate[];
  have: () => number;
};

const BEAT_MS = 2_000;
/** More than two heartbeats. After this silence the leading tab counts as suspended. */
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
  const name = `halfsilver.stream.${runId}`;
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
          for (const update of member.recap(message.have)) post({ type: "update", update });
        return;
      }
      heard();
      if (message.type !== "update") return;
      if (!member.hear(message.update)) post({ type: "hello", have: member.have() });
      else if (message.update.type === "end") resolve();
    };
  });

  const lead = async () => {
    isLeading = true;
    clearTimeout(silence);
    const beat = setInterval(() => post({ type: "beat" }), BEAT_MS);
    await member.lead(signal, (update) => post({ type: "update", update }));
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
