/** Whether a media query holds now; where the layout alone cannot answer. */
"use client";
import { useSyncExternalStore } from "react";

/** From this width on, the conversation is beside the panels (Tailwind's `lg`). */
export const WIDE = "(min-width: 72rem)";
/** A window with room for few rows, e.g. one of 800 pixels at a zoom of 200 %. */
export const SHORT = "(max-height: 30rem)";

/** @param onServer the answer while the page is made on the server */
export function useMedia(query: string, onServer: boolean): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const list = window.matchMedia(query);
      list.addEventListener("change", onChange);
      return () => list.removeEventListener("change", onChange);
    },
    () => window.matchMedia(query).matches,
    () => onServer,
  );
}
