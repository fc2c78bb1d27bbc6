"use client";
/** Whether keys have the signs of a Mac. False on the server, which does not know the person's keyboard. */
import { useSyncExternalStore } from "react";

const never = () => () => undefined;

export function useIsMac(): boolean {
  return useSyncExternalStore(
    never,
    () => /Mac|iPhone|iPad/.test(navigator.userAgent),
    () => false,
  );
}
