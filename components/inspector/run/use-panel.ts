"use client";
/** Which panel is open, as the address says. A new panel is one line here and one in use-panel-code.ts. */
import { setSearch, useSearch } from "../use-search.ts";

/** In the order of their tabs. `conversation` is a panel only where the window is too narrow for both sides. */
export const PANEL_NAMES = {
  conversation: "Conversation",
  events: "Events",
  timeline: "Timeline",
  graph: "Hop graph",
  envelope: "Envelope",
  calls: "Model calls",
  state: "Hidden state",
  context: "Context state",
  plan: "Plan and execution",
} as const;
export type Panel = keyof typeof PANEL_NAMES;

export const PANELS = Object.keys(PANEL_NAMES) as Panel[];

/** For a link to one event of the log. */
export function toEvent(seq: number) {
  return { panel: null, event: String(seq) };
}

/** Tabs leave no trace in the browser's history: the way back from a run leads to the list. */
export function openPanel(panel: Panel): void {
  setSearch({ panel: panel === "events" ? null : panel }, "replace");
}

export function usePanel(): { panel: Panel } {
  const wanted = useSearch().get("panel");
  return { panel: PANELS.find((panel) => panel === wanted) ?? "events" };
}
