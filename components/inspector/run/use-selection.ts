"use client";
/** What is picked out in a run, a hop or an event: one selection for all panels, kept in the address. */
import { setSearch, useSearch } from "../use-search.ts";

export type Selection = {
  /** A hop's id, else null. */
  hopRef: string | null;
  /** An event's `seq`, else null. */
  seq: number | null;
};

export function useSelection(): Selection {
  const search = useSearch();
  const seq = Number(search.get("event"));
  return { hopRef: search.get("hop"), seq: Number.isInteger(seq) && seq > 0 ? seq : null };
}

/** Leaves no trace in the browser's history: the way back from a run leads to the list. */
export function select({ hopRef, seq }: Selection): void {
  setSearch({ hop: hopRef, event: seq === null ? null : String(seq) }, "replace");
}
