"use client";
/** The selected hop below whatever panel is open, so that a selection never needs another tab to be understood. */
import { useMemo } from "react";
import { findSelectedHop } from "../graph/hops/find-selected-hop.ts";
import { readHops } from "../graph/hops/read-hops.ts";
import { SelectedHop } from "../graph/selected-hop.tsx";
import { useSelection } from "./selection/use-selection.ts";
import { useRunTrace } from "./trace/use-run-trace.ts";
import { shownPanel, usePanel } from "./use-panel.ts";

/** These show the selected hop themselves. */
const HAVE_THEIR_OWN: ReadonlySet<string> = new Set(["graph", "envelope"]);

export function HopStrip({ runId }: { runId: string }) {
  const panel = usePanel();
  const { data } = useRunTrace(runId);
  const hops = useMemo(() => (data ? readHops(data.spans) : []), [data]);
  const hop = hops[findSelectedHop(hops, useSelection())];
  if (!hop || panel === "conversation" || HAVE_THEIR_OWN.has(shownPanel(panel))) return null;
  return <SelectedHop hop={hop} passed="" />;
}
