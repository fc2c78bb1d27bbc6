/** Proves, again and again, that what is sent comes back: a connection may be dead without saying so. */
import { BEAT_MS, HEARD_WITHIN_MS } from "./limits.ts";

export type Beat = {
  /** Something of this process has come back. @returns whether messages may have been missed before */
  heard(): boolean;
  /** True if none of the last beats came back, which takes one to two times `BEAT_MS`: messages may have been lost. */
  isOverdue(): boolean;
  stop(): void;
};

/**
 * @param send sends something that comes back to this process; never throws
 * @param onDeaf nothing has come back for `HEARD_WITHIN_MS`: the connection is to be opened anew. Called once, and the last call
 */
export function startBeat(send: () => void, onDeaf: () => void): Beat {
  /** How many have been sent since one came back. */
  let away = 0;
  const stop = () => clearInterval(timer);
  const timer = setInterval(() => {
    if (away * BEAT_MS >= HEARD_WITHIN_MS) {
      stop();
      onDeaf();
      return;
    }
    away += 1;
    send();
  }, BEAT_MS).unref();
  return {
    heard() {
      const wasOverdue = away > 1;
      away = 0;
      return wasOverdue;
    },
    isOverdue: () => away > 1,
    stop,
  };
}
