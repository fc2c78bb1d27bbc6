"use client";
/** Behind the glass: one panel at a time, each with an address of its own. */
import { cn } from "@/components/ui/cn.ts";
import type { RunInspection } from "@/lib/contracts/inspector.ts";
import { EventsPanel } from "../events/events-panel.tsx";
import { ModelCallsPanel } from "../model-calls/model-calls-panel.tsx";
import { StatesPanel } from "../states/states-panel.tsx";
import { TimelinePanel } from "../timeline/timeline-panel.tsx";
import { SCROLL_PANE } from "../values/scroll-pane.ts";
import { PANEL_NAMES, type Panel, usePanel } from "./use-panel.ts";

type RunPanelsProps = { inspection: RunInspection; className: string };

export function RunPanels({ inspection, className }: RunPanelsProps) {
  const { panel } = usePanel();
  return (
    <div
      role="tabpanel"
      id="panel"
      aria-labelledby={`tab-${panel === "conversation" ? "events" : panel}`}
      {...SCROLL_PANE}
      className={cn(
        "min-h-0 min-w-0 bg-pane lg:overflow-y-auto focus-visible:-outline-offset-2",
        panel === "conversation" && "max-lg:hidden",
        className,
      )}
    >
      <h2 className="sr-only">{PANEL_NAMES[panel === "conversation" ? "events" : panel]}</h2>
      <OpenPanel panel={panel} inspection={inspection} />
    </div>
  );
}

function OpenPanel({ panel, inspection }: { panel: Panel; inspection: RunInspection }) {
  switch (panel) {
    // Beside the conversation, where there is room for both, the events are open.
    case "conversation":
    case "events":
      return <EventsPanel inspection={inspection} />;
    case "timeline":
      return <TimelinePanel inspection={inspection} />;
    case "calls":
      return <ModelCallsPanel inspection={inspection} />;
    case "state":
      return <StatesPanel inspection={inspection} />;
  }
}
