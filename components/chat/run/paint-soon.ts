/**
 * At most one painting a frame; none while this page is being left. A reload asks for the answer as it stands when it
 * is pressed: what the old page would still show while the new one is on its way could be missing there.
 */

/** A download looks like leaving, too: whoever is still here by then goes on. */
const LEAVING_MS = 1_500;

let leftAt = Number.NEGATIVE_INFINITY;
if (typeof window !== "undefined") {
  window.addEventListener("beforeunload", () => {
    leftAt = performance.now();
  });
}

/** @returns the function that takes it back */
export function paintSoon(paint: () => void): () => void {
  let frame = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const attempt = () => {
    const rest = leftAt + LEAVING_MS - performance.now();
    if (rest > 0) timer = setTimeout(attempt, rest);
    else paint();
  };
  frame = requestAnimationFrame(attempt);
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}
