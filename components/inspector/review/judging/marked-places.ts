/** The places that the verdict on the page marks, for the rows that show them. */
"use client";
import { useEffect, useState, useSyncExternalStore } from "react";
import { createStore } from "@/components/ui/device/create-store.ts";
import { keyOfPlace, type Mark, type MarkPlace } from "@/lib/contracts/inspector/review/verdict.ts";

/** A page may show several verdicts: the marks of each list. */
const lists = new Map<symbol, readonly Mark[]>();
const notes = createStore<ReadonlyMap<string, string>>(new Map());

/** While the component is mounted, rows of the page show these marks. */
export function useMarkedPlaces(marks: readonly Mark[]): void {
  const [list] = useState(() => Symbol("marks"));
  useEffect(() => {
    lists.set(list, marks);
    tell();
    return () => {
      lists.delete(list);
      tell();
    };
  }, [list, marks]);
}

function tell(): void {
  const marks = [...lists.values()].flat();
  notes.set(new Map(marks.map(({ place, note }) => [keyOfPlace(place), note])));
}

/** The note at a place; null where it is not marked. */
export function useNoteAt(place: MarkPlace): string | null {
  const key = keyOfPlace(place);
  return useSyncExternalStore(
    notes.subscribe,
    () => notes.get().get(key) ?? null,
    () => null,
  );
}
