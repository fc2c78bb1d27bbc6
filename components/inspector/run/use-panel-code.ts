"use client";
/**
 * The code of each panel, fetched when it is opened or before. Without Suspense: what is here is drawn at once,
 * while React leaves a fallback that it has drawn on the page for a third of a second.
 */
import { type ComponentType, useCallback, useEffect, useState } from "react";
import { EventsPanel } from "../events/events-panel.tsx";
import type { Panel } from "./use-panel.ts";

/** Beside the conversation, where there is room for both, the events are open. */
export type OpenPanel = Exclude<Panel, "conversation">;
type PanelCode = ComponentType<{ runId: string }>;

const CODE: Record<OpenPanel, () => Promise<PanelCode>> = {
  events: async () => EventsPanel,
  timeline: async () => (await import("../timeline/timeline-panel.tsx")).TimelinePanel,
  graph: async () => {
    const { GraphPanel, prepareGraph } = await import("../graph/graph-panel.tsx");
    prepareGraph();
    return GraphPanel;
  },
  envelope: async () => (await import("../envelope/envelope-panel.tsx")).EnvelopePanel,
  calls: async () => (await import("../model-calls/model-calls-panel.tsx")).ModelCallsPanel,
  state: async () => (await import("../states/states-panel.tsx")).StatesPanel,
  context: async () => (await import("../context/context-panel.tsx")).ContextPanel,
  plan: async () => (await import("../plan/plan-panel.tsx")).PlanPanel,
};

const here = new Map<OpenPanel, PanelCode>([["events", EventsPanel]]);

export async function fetchPanelCode(panel: OpenPanel): Promise<void> {
  if (!here.has(panel)) here.set(panel, await CODE[panel]());
}

type Fetched = {
  /** Null while it is on its way. */
  Code: PanelCode | null;
  error: unknown;
  retry: () => void;
};

export function usePanelCode(panel: OpenPanel): Fetched {
  const [ended, setEnded] = useState<{ panel: OpenPanel; error: unknown } | null>(null);
  const retry = useCallback(() => {
    const end = (error: unknown) => setEnded({ panel, error });
    fetchPanelCode(panel).then(() => end(null), end);
  }, [panel]);
  useEffect(() => {
    if (!here.has(panel)) retry();
  }, [panel, retry]);
  const error = ended?.panel === panel ? ended.error : null;
  return { Code: here.get(panel) ?? null, error, retry };
}
