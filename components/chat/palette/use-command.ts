/** What can be done at the moment: each part of the chat says so for its own commands while it is on the screen. */
"use client";
import { useEffect, useRef } from "react";
import { createStore } from "@/components/ui/device/create-store.ts";
import { COMMAND_IDS, type CommandId, isChord, specOf } from "./commands.ts";

type Run = () => void;

const available = createStore<ReadonlyMap<CommandId, Run>>(new Map());
export const useAvailable = available.use;

function change(id: CommandId, run: Run | null): void {
  const next = new Map(available.get());
  if (run) next.set(id, run);
  else next.delete(id);
  available.set(next);
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
  available.get().get(id)?.();
}

const FIELDS = "input, textarea, select, [contenteditable]";

/** Runs the command whose keys are pressed. Call it once. */
export function useCommandKeys(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || event.repeat) return;
      const id = COMMAND_IDS.find((one) => {
        const { keys = [], isHelpOnly } = specOf(one);
        return (
          !isHelpOnly && available.get().has(one) && keys.some((chord) => isMeant(chord, event))
        );
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
