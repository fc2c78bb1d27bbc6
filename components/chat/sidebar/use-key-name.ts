"use client";
/** The name of a key on the person's keyboard. */
import { useSyncExternalStore } from "react";

const never = () => () => undefined;
const isMac = () => /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Empty on the server, which does not know the person's keyboard. */
export function useKeyName(name: () => string, nameOnMac: () => string): string {
  return useSyncExternalStore(
    never,
    () => (isMac() ? nameOnMac() : name()),
    () => "",
  );
}
