/** Lets the script in the head make the press again that came before the page was hydrated. */
"use client";
import { useLayoutEffect } from "react";
import { HYDRATED_EVENT } from "../head-script.ts";

export function EarlyPresses() {
  // In the event that made React hydrate, the press is React's own: the script must know before it comes to it.
  useLayoutEffect(() => {
    window.dispatchEvent(new Event(HYDRATED_EVENT));
  }, []);
  return null;
}
