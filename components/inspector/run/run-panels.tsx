"use client";
/** Behind the glass: one panel at a time, each with an address of its own, its code fetched when it is opened. */
import dynamic from "next/dynamic";
import { type ComponentType, useEffect } from "react";
import { cn } from "@/components/ui/cn.ts";
import { EventsPanel } from "../events/events-panel.tsx";
import { SCROLL_PANE } from "../values/scroll-pane.ts";
import { PanelLoading } from "./panel-loading.tsx";
import { PANEL_NAMES, type Panel, usePanel } from "./use-panel.ts";

type PanelProps = { runId: string };

/** The largest panel's code comes while nothing else does, so that its tab answers at once. */
function fetchWhenIdle(): () => void {
  const fetched = setTimeout(() => void import("../graph/graph-panel.tsx"), IDLE_AFTER_MS);
  return () => clearTimeout(fetched);
}
const IDLE_AFTER_MS = 1_500;

const OPEN: Record<Exclude<Panel, "conversation">, ComponentType<PanelProps>> = {
  events: EventsPanel,
  timeline: dynamic(async () => (await import("../timeline/timeline-panel.tsx")).TimelinePanel, {
    loading: PanelLoading,
  }),
  graph: dynamic(async () => (await import("../graph/graph-panel.tsx")).GraphPanel, {
    loading: PanelLoading,
  }),
  envelope: dynamic(async () => (await import("../envelope/envelope-panel.tsx")).EnvelopePanel, {
    loading: PanelLoading,
  }),
  calls: dynamic(
    async () => (await import("../model-calls/model-calls-panel.tsx")).ModelCallsPanel,
    { loading: PanelLoading },
  ),
  state: dynamic(async () => (await import("../states/states-panel.tsx")).StatesPanel, {
    loading: PanelLoading,
  }),
  context: dynamic(async () => (await import("../context/context-panel.tsx")).ContextPanel, {
    loading: PanelLoading,
  }),
  plan: dynamic(async () => (await import("../plan/plan-panel.tsx")).PlanPanel, {
    loading: PanelLoading,
  }),
};

export function RunPanels({ runId, className }: PanelProps & { className: string }) {
  const { panel } = usePanel();
  useEffect(() => fetchWhenIdle(), []);
  // Beside the conversation, where there is room for both, the events are open.
  const shown = panel === "conversation" ? "events" : panel;
  const Open = OPEN[shown];
  return (
    <div
      role="tabpanel"
      id="panel"
      aria-labelledby={`tab-${shown}`}
      {...SCROLL_PANE}
      className={cn(
        "min-h-0 min-w-0 bg-pane lg:overflow-y-auto focus-visible:-outline-offset-2",
        panel === "conversation" && "max-lg:hidden",
        className,
      )}
    >
      <h2 className="sr-only">{PANEL_NAMES[shown]}</h2>
      <Open runId={runId} />
    </div>
  );
}
