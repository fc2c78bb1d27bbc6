/**
 * Whether the page is hydrated. What is typed into a controlled field, or checked, before that is shown by the browser and never
 * reaches React: such a field takes nothing until then.
 */
"use client";
import { useSyncExternalStore } from "react";

const never = () => () => undefined;
const isTrue = () => true;
const isFalse = () => false;

export function useIsHydrated(): boolean {
  return useSyncExternalStore(never, isTrue, isFalse);
}
