/** Escape stops the answer that is being written, unless it closes something that is open. */
"use client";
import { useEffect, useLayoutEffect, useRef } from "react";

/** @param stop null while there is nothing to stop */
export function useStopKey(stop: (() => void) | null): void {
  const latest = useRef(stop);
  // Before the paint: whoever sees the button may press the key.
  useLayoutEffect(() => {
    latest.current = stop;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.defaultPrevented || event.isComposing) return;
      if (document.querySelector('[role="dialog"], [role="menu"], [role="alertdialog"]')) return;
      latest.current?.();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, []);
}
