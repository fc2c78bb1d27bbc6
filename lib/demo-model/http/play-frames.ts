/** Sends frames at a steady pace: one timer per stream, due times counted from the start so that nothing drifts. */

export type Pace = {
  /** Milliseconds before the first frame. */
  firstMs: number;
  /** Milliseconds between frames. 0: all at once. */
  everyMs: number;
};

/** @returns to be called when nobody listens any more */
export function playFrames(
  frames: readonly string[],
  { firstMs, everyMs }: Pace,
  write: (text: string) => void,
  done: () => void,
): () => void {
  const startedAt = performance.now();
  let sent = 0;
  let timer: NodeJS.Timeout | undefined;
  const step = () => {
    if (everyMs === 0 || frames.length === 0) {
      write(frames.join(""));
      return done();
    }
    write(frames[sent] ?? "");
    sent += 1;
    if (sent >= frames.length) return done();
    waitUntil(startedAt + firstMs + sent * everyMs);
  };
  const waitUntil = (due: number) => {
    timer = setTimeout(step, Math.max(0, due - performance.now()));
  };
  if (firstMs === 0) step();
  else waitUntil(startedAt + firstMs);
  return () => clearTimeout(timer);
}
