import "server-only";
/** Calls back after a silence. Hearing something costs a look at the clock: the timer is only set again when it rings. */

export type SilenceWatch = { hear(): void; end(): void };

/** @param onSilence called once, when nothing was heard for `silenceMs` milliseconds */
export function watchSilence(silenceMs: number, onSilence: () => void): SilenceWatch {
  let heardAt = performance.now();
  const ring = () => {
    const left = heardAt + silenceMs - performance.now();
    if (left <= 0) onSilence();
    else timer = setTimeout(ring, left);
  };
  let timer = setTimeout(ring, silenceMs);
  return {
    hear: () => {
      heardAt = performance.now();
    },
    end: () => clearTimeout(timer),
  };
}
