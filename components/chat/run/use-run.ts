/** A run as React state. All components of a tab share one watch for each run. */
"use client";
import { useCallback, useState, useSyncExternalStore } from "react";
import { startView } from "./run-view.ts";
import { type WatchedRun, watchRun } from "./run-watch.ts";

type Watch = ReturnType<typeof watchRun> & { listeners: Set<() => void> };

const watches = new Map<string, Watch>();
/** Runs that this tab started. Their answers begin empty, so no text is missing. */
const ownRuns = new Set<string>();

/** Called when this tab has started a run, before a component uses it. */
export function markOwnRun(runId: string): void {
  ownRuns.add(runId);
}

/** Freezes the shown text of an answer, as Stop does; false releases it. */
export function freezeRun(runId: string, isFrozen: boolean): void {
  const watch = watches.get(runId);
  watch?.freeze(isFrozen ? (watch.read().frozenText ?? watch.read().text) : null);
}

/**
 * @param runId null once there is nothing to watch
 * @param textSoFar the answer's text when the page was rendered
 * @param select selects a part of the run; only a change of it renders again
 */
export function useRun<Part>(
  runId: string | null,
  textSoFar: string,
  select: (run: WatchedRun) => Part,
): Part {
  const [first, setFirst] = useState(() => ({ runId, start: startOf(runId, textSoFar) }));
  if (runId !== null && first.runId !== runId) {
    setFirst({ runId, start: startOf(runId, textSoFar) });
  }
  const { start } = first;
  const subscribe = useCallback(
    (listener: () => void) => {
      if (runId === null) return () => undefined;
      const watch = watchOf(runId, start);
      watch.listeners.add(listener);
      const exit = watch.enter();
      return () => {
        watch.listeners.delete(listener);
        exit();
        if (watch.listeners.size === 0 && watch.read().ended) watches.delete(runId);
      };
    },
    [runId, start],
  );
  return useSyncExternalStore(
    subscribe,
    () => select((runId !== null && watches.get(runId)?.read()) || start),
    () => select(start),
  );
}

function startOf(runId: string | null, textSoFar: string): WatchedRun {
  const isOwn = runId !== null && ownRuns.has(runId);
  return { ...startView(textSoFar, isOwn), frozenText: null, link: "open" };
}

function watchOf(runId: string, start: WatchedRun): Watch {
  const known = watches.get(runId);
  if (known) return known;
  const listeners = new Set<() => void>();
  const tellAll = () => {
    for (const listener of [...listeners]) listener();
  };
  const watch = { ...watchRun(runId, start, tellAll), listeners };
  watches.set(runId, watch);
  return watch;
}
