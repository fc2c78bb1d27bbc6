/**
 * The selected hop or event, one for all panels. It is kept in memory, and the address follows a moment later,
 * because browsers limit how often an address may change.
 */
"use client";
import { useEffect } from "react";
import { createStore } from "@/components/ui/device/create-store.ts";
import { setSearch, useSearch } from "../../search-link.tsx";
import type { Span } from "../span-tree.ts";

export type Selection = {
  /** A hop's id, else null. */
  hopRef: string | null;
  /** An event's `seq`, else null. */
  seq: number | null;
};

const NOTHING: Selection = { hopRef: null, seq: null };
const WRITE_MS = 150;

let writing: ReturnType<typeof setTimeout> | null = null;

const current = createStore(NOTHING);
export const useSelection = current.use;
/** The current selection, for code that does not render it. */
export const readSelection = current.get;

/** Adds no entry to the browser's history, so that Back leads from a run to the list. */
export function select(selection: Selection): void {
  adopt(selection);
  if (writing) clearTimeout(writing);
  writing = setTimeout(writeAddress, WRITE_MS);
  // An address that changes while a link is being followed would cancel the navigation: the next press writes it first.
  document.addEventListener("click", writeAddress, { capture: true, once: true });
}

function writeAddress(): void {
  if (!writing) return;
  clearTimeout(writing);
  writing = null;
  const { hopRef, seq } = current.get();
  setSearch({ hop: hopRef, event: seq === null ? null : String(seq) }, "replace");
}

/** The link to one event of the log, which is selected there. */
export function toEvent(seq: number) {
  return { panel: "events", hop: null, event: String(seq) };
}

/** The link to a model call, with its prompt. @param seq of `model.called` */
export function toModelCall(seq: number) {
  return { panel: "model-calls", hop: null, event: String(seq) };
}

/**
 * Takes the selection over from the address when it changes by a link. Call once per page.
 * @param spans undefined while the trace is loading
 */
export function useSelectionFromAddress(spans: readonly Span[] | undefined): void {
  const search = useSearch();
  const hopRef = search.get("hop");
  const event = Number(search.get("event"));
  const seq = Number.isInteger(event) && event > 0 ? event : null;
  useEffect(() => {
    if (writing) return;
    // An event alone selects its hop.
    const own = hopRef === null && seq !== null && spans ? hopOfEvent(spans, seq) : hopRef;
    adopt({ hopRef: own, seq });
  }, [hopRef, seq, spans]);
  useEffect(
    () => () => {
      if (writing) clearTimeout(writing);
      writing = null;
      current.set(NOTHING);
    },
    [],
  );
}

function adopt(selection: Selection): void {
  const { hopRef, seq } = current.get();
  if (selection.hopRef !== hopRef || selection.seq !== seq) current.set(selection);
}

/**
 * The hop that an event belongs to, by the spans of the trace. Pure.
 * The span that the event begins or ends, else the innermost one that was open at the event.
 * @returns null where no span fits
 */
export function hopOfEvent(spans: readonly Span[], seq: number): string | null {
  const exact = spans.find(({ firstSeq, lastSeq }) => firstSeq === seq || lastSeq === seq);
  const open = (span: Span) => span.firstSeq < seq && (span.lastSeq === 0 || span.lastSeq > seq);
  return (exact ?? spans.findLast(open))?.hopRef ?? null;
}
