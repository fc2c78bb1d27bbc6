/** Whether keys have the signs of a Mac. False on the server, which does not know the person's keyboard. */
"use client";
import { useSyncExternalStore } from "react";
import { type CommandId, nameChord, specOf } from "./commands.ts";

const never = () => () => undefined;

export function useIsMac(): boolean {
  return useSyncExternalStore(
    never,
    () => /Mac|iPhone|iPad/.test(navigator.userAgent),
    () => false,
  );
}

/** The first keys of a command, as the person's keyboard names them. Empty for one without keys. */
export function useKeysOf(id: CommandId): string {
  const isMac = useIsMac();
  const [chord] = specOf(id).keys ?? [];
  return chord ? nameChord(chord, isMac) : "";
}
