"use client";
/** Which panel is open, and which event is picked out, as the address says. */
import { useSearch } from "../use-search.ts";

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

export function usePanel() {
  const search = useSearch();
  const wanted = search.get("panel");
  const picked = Number(search.get("event"));
  return {
    panel: PANELS.find((panel) => panel === wanted) ?? "events",
    /** `seq` of the event that is picked out, else null. */
    pickedSeq: Number.isInteger(picked) && picked > 0 ? picked : null,
    open: (panel: Panel) => search.set({ panel: panel === "events" ? null : panel, event: null }),
    pick: (seq: number | null) =>
      search.set({ event: seq === null ? null : String(seq) }, "replace"),
  };
}
