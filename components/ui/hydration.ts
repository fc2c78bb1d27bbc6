/** What the server has rendered becomes alive: whether it is, and parts whose script comes later. */
"use client";
import { type ComponentType, lazy, useSyncExternalStore } from "react";

const never = () => () => undefined;
const isTrue = () => true;
const isFalse = () => false;

/**
 * Whether the page is hydrated. What is typed into a controlled field, or checked, before that is shown by the browser and never
 * reaches React: such a field takes nothing until then.
 */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(never, isTrue, isFalse);
}

const AGAIN_MS = 1_000;
const AGAIN_MAX_MS = 30_000;

/**
 * A part that stands in the page's HTML. While its script cannot be had, the page keeps what the server rendered, or the fallback
 * of the boundary, and asks again. Anything else in its place would differ from the HTML.
 */
export function lazyInHtml<Props>(load: () => Promise<{ default: ComponentType<Props> }>) {
  const loadFrom = (pauseMs: number): ReturnType<typeof load> =>
    load().catch(async (error) => {
      if (typeof document === "undefined") throw error;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
      return loadFrom(Math.min(2 * pauseMs, AGAIN_MAX_MS));
    });
  return lazy(() => loadFrom(AGAIN_MS));
}
