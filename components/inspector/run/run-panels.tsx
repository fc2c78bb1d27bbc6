/** The open panel of a run. */
"use client";
import { useEffect, useMemo } from "react";
import { cn } from "@/components/ui/cn.ts";
import { FailureNotice, PanelLoading, SCROLL_PANE } from "../frame.tsx";
import { readHops } from "../graph/hops/read-hops.ts";
import { findSelectedHop } from "../graph/hops/use-hops.ts";
import { SelectedHop } from "../graph/selected-hop.tsx";
import {
  fetchPanelCode,
  isPanel,
  PANELS,
  panelOf,
  shownPanel,
  usePanel,
  usePanelCode,
} from "./panels.ts";
import { useSelection } from "./selection/use-selection.ts";
import { useRunTrace } from "./use-run-trace.ts";

/** By then the page has loaded what it shows. */
const IDLE_AFTER_MS = 1_500;

export function RunPanels({ runId, className }: { runId: string; className: string }) {
  const panel = usePanel();
  usePanelsLoadedWhenIdle();
  const shown = shownPanel(panel);
  const { Code, error, retry } = usePanelCode(shown);
  return (
    <div
      className={cn(
        "flex min-h-0 min-w-0 flex-col bg-pane",
        !isPanel(panel) && "max-lg:hidden",
        className,
      )}
    >
      <div
        role="tabpanel"
        id="panel"
        aria-labelledby={`tab-${shown}`}
        {...SCROLL_PANE}
        className="min-h-0 min-w-0 flex-1 bg-pane lg:overflow-y-auto focus-visible:-outline-offset-2"
      >
        <h2 className="sr-only">{panelOf(shown).label()}</h2>
        {Code && <Code runId={runId} />}
        {!Code && (error ? <FailureNotice error={error} onRetry={retry} /> : <PanelLoading />)}
      </div>
      <HopStrip runId={runId} />
    </div>
  );
}

/** Prefetches the code of large panels, so that their tabs open at once. */
function usePanelsLoadedWhenIdle(): void {
  useEffect(() => {
    const fetchAhead = () => {
      for (const { id, ...panel } of PANELS) {
        if ("loadWhenIdle" in panel) void fetchPanelCode(id).catch(() => undefined);
      }
    };
    const waiting = setTimeout(fetchAhead, IDLE_AFTER_MS);
    return () => clearTimeout(waiting);
  }, []);
}

/** These show the selected hop themselves. */
const HAVE_THEIR_OWN: ReadonlySet<string> = new Set(["graph", "envelope"]);

/** The selected hop below whatever panel is open, so that a selection never needs another tab to be understood. */
function HopStrip({ runId }: { runId: string }) {
  const panel = usePanel();
  const { data } = useRunTrace(runId);
  const hops = useMemo(() => (data ? readHops(data.spans) : []), [data]);
  const hop = hops[findSelectedHop(hops, useSelection())];
  if (!hop || !isPanel(panel) || HAVE_THEIR_OWN.has(shownPanel(panel))) return null;
  return <SelectedHop hop={hop} passed="" />;
}
