"use client";
/** The delta on display. The address follows once it has been stable for a moment. */
import { useEffect, useRef, useState } from "react";
import type { InspectedRun } from "@/lib/contracts/inspector/run/inspected-run.ts";
import { useSelection } from "../run/selection/use-selection.ts";
import { setSearch, useSearch } from "../use-search.ts";
import { type Delta, findOpening } from "./list-deltas.ts";

const ADDRESS_MS = 200;

/** @returns the ordinal, 0 for before the first delta, and the function that changes it */
export function useOrdinal(
  run: InspectedRun,
  deltas: readonly Delta[],
): [number, (ordinal: number) => void] {
  const search = useSearch();
  const { hopRef } = useSelection();
  const asked = search.get("at");
  const opening = findOpening(deltas, {
    at: asked === null ? null : Number(asked),
    hopRef,
    runId: run.id,
    startedAt: Date.parse(run.startedAt),
  });
  const [ordinal, setOrdinal] = useState(opening);
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  // A link has changed the address. While the slider moves, its own value counts.
  useEffect(() => {
    if (timer.current === null) setOrdinal(opening);
  }, [opening]);
  useEffect(() => () => clearTimeout(timer.current ?? undefined), []);
  const move = (wanted: number) => {
    const to = Math.min(Math.max(wanted, 0), deltas.at(-1)?.ordinal ?? 0);
    setOrdinal(to);
    clearTimeout(timer.current ?? undefined);
    timer.current = setTimeout(() => {
      timer.current = null;
      const delta = deltas.find((one) => one.ordinal === to);
      const isOwn = delta?.run?.runId === run.id;
      setSearch({ at: String(to), hop: isOwn ? delta.hopRef : null, event: null }, "replace");
    }, ADDRESS_MS);
  };
  return [ordinal, move];
}
