/** Whether an operator is at work on the page: it follows what happens for a minute after the last touch, then rests. */
import { AT_REST_MS } from "./polling.ts";

let touchedMs = 0;

if (typeof window !== "undefined") {
  const touch = () => {
    touchedMs = performance.now();
  };
  for (const event of ["pointerdown", "pointermove", "keydown", "wheel", "pageshow"])
    window.addEventListener(event, touch, { passive: true });
  document.addEventListener("visibilitychange", touch);
}

/** True in the first minute of a page, too. */
export function isTouched(): boolean {
  return performance.now() - touchedMs < AT_REST_MS;
}
