"use client";
/** Which panel is open, and which event is picked out, as the address says. */
import { setSearch, useSearch } from "../use-search.ts";

/** `conversation` is a panel only where the window is too narrow for both sides. */
export const PANELS = ["conversation", "events", "timeline", "calls", "state"] as const;
export type Panel = (typeof PANELS)[number];

export const PANEL_NAMES: Record<Panel, string> = {
  conversation: "Conversation",
  events: "Events",
  timeline: "Timeline",
  calls: "Model calls",
  state: "Hidden state",
};

/** For a link to one event of the log. */
export function toEvent(seq: number) {
  return { panel: null, event: String(seq) };
}

/** Tabs leave no trace in the browser's history: the way back from a run leads to the list. */
export function openPanel(panel: Panel): void {
  setSearch({ panel: panel === "events" ? null : panel, event: null }, "replace");
}

export function pickEvent(seq: number | null): void {
  setSearch({ event: seq === null ? null : String(seq) }, "replace");
}

export function usePanel(): { panel: Panel; pickedSeq: number | null } {
  const search = useSearch();
  const wanted = search.get("panel");
  const picked = Number(search.get("event"));
  return {
    panel: PANELS.find((panel) => panel === wanted) ?? "events",
    /** `seq` of the event that is picked out, else null. */
    pickedSeq: Number.isInteger(picked) && picked > 0 ? picked : null,
  };
}
