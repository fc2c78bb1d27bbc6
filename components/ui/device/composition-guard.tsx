/** Keeps the keys of an input method from every field that sends with Enter, or leaves with Escape. */
"use client";
import { useEffect } from "react";

/** Chosen or left with these is what the input method offers, not what the field does. */
const KEYS = new Set(["Enter", "Escape", "Tab", "ArrowUp", "ArrowDown"]);
/** Some browsers end a composition before they report its key, with this code. */
const OF_INPUT_METHOD = 229;

type Key = Pick<KeyboardEvent, "key" | "isComposing" | "keyCode">;

/** @param hasJustEnded a composition ended in this frame, on a keyboard of keys */
export function isOfInputMethod(event: Key, hasJustEnded: boolean): boolean {
  if (!KEYS.has(event.key)) return false;
  if (event.isComposing || event.keyCode === OF_INPUT_METHOD) return true;
  return hasJustEnded && (event.key === "Enter" || event.key === "Escape");
}

export function CompositionGuard() {
  useEffect(() => {
    const stop = new AbortController();
    const options = { capture: true, signal: stop.signal };
    let hasJustEnded = false;
    // On a screen, Enter ends the composition and is meant for the field.
    const onEnd = () => {
      if (!window.matchMedia("(pointer: fine)").matches) return;
      hasJustEnded = true;
      requestAnimationFrame(() =>
        requestAnimationFrame(() => {
          hasJustEnded = false;
        }),
      );
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isOfInputMethod(event, hasJustEnded)) return;
      event.stopImmediatePropagation();
      // A form would be sent, or a line begun.
      if (!event.isComposing && event.key === "Enter") event.preventDefault();
    };
    window.addEventListener("compositionend", onEnd, options);
    window.addEventListener("keydown", onKeyDown, options);
    return () => stop.abort();
  }, []);
  return null;
}
