/** The panels of a run. Tabs, keys, addresses and preloading are made from this list. */
"use client";
import type { ComponentType } from "react";
import type { RunTrace } from "@/lib/contracts/inspector/timeline/run-trace.ts";
import * as text from "@/lib/messages/inspector-run.ts";
import { EventsPanel } from "../events/events-panel.tsx";

export type PanelCode = ComponentType<{ runId: string }>;

type PanelEntry = {
  /** Name of the panel's folders, and its value in the address: `?panel=plan`. */
  id: string;
  label: () => string;
  /** The key that opens the panel. */
  key: string;
  /** Fetches the panel's code, when the panel is opened or shortly before. */
  load: () => Promise<PanelCode>;
  /** The code, if it is part of the page's own script, as for the first panel. */
  bundled?: PanelCode;
  /** The handler that the panel reads from, below `/api/admin`. */
  route: string;
  /** The number of its entries, if the run's trace has it. */
  count?: (trace: RunTrace) => number;
  /** True to fetch the code while the browser is idle, because it is large. */
  loadWhenIdle?: true;
};

/** In the order of the tabs. The first one is open if the address names none. */
export const PANELS = [
  {
    id: "events",
    label: text.panelEvents,
    key: "1",
    load: async () => EventsPanel,
    bundled: EventsPanel,
    route: "runs/[runId]/events",
    count: ({ eventCount }) => eventCount,
  },
  {
    id: "timeline",
    label: text.panelTimeline,
    key: "2",
    load: async () => (await import("../timeline/timeline-panel.tsx")).TimelinePanel,
    route: "runs/[runId]/trace",
    count: ({ spanCount }) => spanCount,
  },
  {
    id: "graph",
    label: text.panelGraph,
    key: "3",
    load: async () => (await import("../graph/graph-panel.tsx")).prepareGraphPanel(),
    route: "runs/[runId]/trace",
    loadWhenIdle: true,
  },
  {
    id: "envelope",
    label: text.panelEnvelope,
    key: "4",
    load: async () => (await import("../envelope/envelope-panel.tsx")).EnvelopePanel,
    route: "runs/[runId]/hops/[hopRef]",
  },
  {
    id: "model-calls",
    label: text.panelModelCalls,
    key: "5",
    load: async () => (await import("../model-calls/model-calls-panel.tsx")).ModelCallsPanel,
    route: "runs/[runId]/calls",
    count: ({ run }) => run.modelCalls,
  },
  {
    id: "states",
    label: text.panelStates,
    key: "6",
    load: async () => (await import("../states/states-panel.tsx")).StatesPanel,
    route: "conversations/[conversationId]/states",
  },
  {
    id: "context",
    label: text.panelContext,
    key: "7",
    load: async () => (await import("../context/context-panel.tsx")).ContextPanel,
    route: "conversations/[conversationId]/context",
  },
  {
    id: "plan",
    label: text.panelPlan,
    key: "8",
    load: async () => (await import("../plan/plan-panel.tsx")).PlanPanel,
    route: "runs/[runId]/plan",
  },
] as const satisfies readonly PanelEntry[];

export type PanelId = (typeof PANELS)[number]["id"];

/** The conversation as its person saw it: beside the panels on a wide screen, a tab before them on a narrow one. */
export const CONVERSATION = {
  id: "conversation",
  label: text.panelConversation,
} as const;

/** The open panel; on a narrow screen possibly the conversation. */
export type Panel = PanelId | typeof CONVERSATION.id;

export function panelOf(id: PanelId): PanelEntry {
  return PANELS.find((panel) => panel.id === id) ?? PANELS[0];
}
