/** What can be done at the moment: each part of the chat says so for its own commands while it is on the screen. */
"use client";
import { useEffect, useRef, useSyncExternalStore } from "react";
import { COMMAND_IDS, type CommandId, isChord, specOf } from "./commands.ts";

type Run = () => void;

let available: ReadonlyMap<CommandId, Run> = new Map();
const listeners = new Set<() => void>();

function change(id: CommandId, run: Run | null): void {
  const next = new Map(available);
  if (run) next.set(id, run);
  else next.delete(id);
  available = next;
  for (const listener of listeners) listener();
}

/** @param run null while it cannot be done */
export function useCommand(id: CommandId, run: Run | null): void {
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  const isAvailable = run !== null;
  useEffect(() => {
    if (!isAvailable) return;
    change(id, () => latest.current?.());
    return () => change(id, null);
  }, [id, isAvailable]);
}

export function runCommand(id: CommandId): void {
  available.get(id)?.();
}

export function useAvailable(): ReadonlyMap<CommandId, Run> {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => available,
    () => available,
  );
}

const FIELDS = "input, textarea, select, [contenteditable]";

/** Runs the command whose keys are pressed. Call it once. */
export function useCommandKeys(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || event.repeat) return;
      const id = COMMAND_IDS.find((one) => {
        const { keys = [], isHelpOnly } = specOf(one);
        return !isHelpOnly && available.has(one) && keys.some((chord) => isMeant(chord, event));
      });
      if (!id) return;
      event.preventDefault();
      runCommand(id);
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, []);
}

/** A chord without Ctrl or Command is a letter where somebody writes. */
function isMeant(chord: Parameters<typeof isChord>[0], event: KeyboardEvent): boolean {
  const isWriting = event.target instanceof Element && event.target.matches(FIELDS);
  return isChord(chord, event) && (chord.mod === true || !isWriting);
}
