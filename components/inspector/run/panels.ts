/** The panels of a run: tabs, keys, addresses and preloading are made from this list. Which one the address opens, and its code. */
"use client";
import { type ComponentType, useCallback, useEffect, useState } from "react";
import type { RunTrace } from "@/lib/contracts/inspector/run/run-trace.ts";
import * as text from "@/lib/messages/inspector-run.ts";
import { AccountPanel } from "../account/account-panel.tsx";
import { setSearch, useSearch } from "../search-link.tsx";

type PanelCode = ComponentType<{ runId: string }>;

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
    id: "account",
    label: text.panelAccount,
    key: "1",
    load: async () => AccountPanel,
    bundled: AccountPanel,
    route: "runs/[runId]/account",
  },
  {
    id: "events",
    label: text.panelEvents,
    key: "2",
    load: async () => (await import("../events/events-panel.tsx")).EventsPanel,
    route: "runs/[runId]/events",
    count: ({ eventCount }) => eventCount,
  },
  {
    id: "timeline",
    label: text.panelTimeline,
    key: "3",
    load: async () => (await import("../timeline/timeline-panel.tsx")).TimelinePanel,
    route: "runs/[runId]/trace",
    count: ({ spanCount }) => spanCount,
  },
  {
    id: "graph",
    label: text.panelGraph,
    key: "4",
    load: async () => (await import("../graph/graph-panel.tsx")).prepareGraphPanel(),
    route: "runs/[runId]/trace",
    loadWhenIdle: true,
  },
  {
    id: "envelope",
    label: text.panelEnvelope,
    key: "5",
    load: async () => (await import("../envelope/envelope-panel.tsx")).EnvelopePanel,
    route: "runs/[runId]/hops/[hopRef]",
  },
  {
    id: "model-calls",
    label: text.panelModelCalls,
    key: "6",
    load: async () => (await import("../model-calls/model-calls-panel.tsx")).ModelCallsPanel,
    route: "runs/[runId]/calls",
    count: ({ run }) => run.modelCalls,
  },
  {
    id: "states",
    label: text.panelStates,
    key: "7",
    load: async () => (await import("../states/states-panel.tsx")).StatesPanel,
    route: "conversations/[conversationId]/states",
  },
  {
    id: "context",
    label: text.panelContext,
    key: "8",
    load: async () => (await import("../context/context-panel.tsx")).ContextPanel,
    route: "conversations/[conversationId]/context",
  },
  {
    id: "plan",
    label: text.panelPlan,
    key: "9",
    load: async () => (await import("../plan/plan-panel.tsx")).PlanPanel,
    route: "runs/[runId]/plan",
  },
] as const satisfies readonly PanelEntry[];

type PanelId = (typeof PANELS)[number]["id"];

/** The conversation as its person saw it: beside the panels on a wide screen, a tab before them on a narrow one. */
export const CONVERSATION = {
  id: "conversation",
  label: text.panelConversation,
} as const;

/** What is judged about a run that is a case: below the panels on a wide screen, a tab of its own on a narrow one. */
export const DESK = {
  id: "desk",
  label: text.panelDesk,
} as const;

/** The open panel; on a narrow screen possibly the conversation, or the desk. */
export type Panel = PanelId | typeof CONVERSATION.id | typeof DESK.id;

export function panelOf(id: PanelId): PanelEntry {
  return PANELS.find((panel) => panel.id === id) ?? PANELS[0];
}

const FIRST = PANELS[0].id;

/** Replaces the entry in the browser's history, so that "back" leads to the list of runs. */
export function openPanel(panel: Panel): void {
  setSearch({ panel: panel === FIRST ? null : panel }, "replace");
}

export function usePanel(): Panel {
  const wanted = useSearch().get("panel");
  if (wanted === CONVERSATION.id || wanted === DESK.id) return wanted;
  return PANELS.find(({ id }) => id === wanted)?.id ?? FIRST;
}

/** The panel beside the conversation: the first one while the address names none. */
export function shownPanel(panel: Panel): PanelId {
  return isPanel(panel) ? panel : FIRST;
}

/** Whether it is one of the panels, which a narrow screen hides while another tab is open. */
export function isPanel(panel: Panel): panel is PanelId {
  return panel !== CONVERSATION.id && panel !== DESK.id;
}

const loaded = new Map<PanelId, PanelCode>(
  PANELS.flatMap((panel) => ("bundled" in panel ? [[panel.id, panel.bundled] as const] : [])),
);

export async function fetchPanelCode(id: PanelId): Promise<void> {
  if (!loaded.has(id)) loaded.set(id, await panelOf(id).load());
}

type Fetched = {
  /** Null while it is loading. */
  Code: PanelCode | null;
  error: unknown;
  retry: () => void;
};

/** Without Suspense, because React shows a fallback for at least a third of a second. */
export function usePanelCode(id: PanelId): Fetched {
  const [ended, setEnded] = useState<{ id: PanelId; error: unknown } | null>(null);
  const retry = useCallback(() => {
    const end = (error: unknown) => setEnded({ id, error });
    fetchPanelCode(id).then(() => end(null), end);
  }, [id]);
  useEffect(() => {
    if (!loaded.has(id)) retry();
  }, [id, retry]);
  const error = ended?.id === id ? ended.error : null;
  return { Code: loaded.get(id) ?? null, error, retry };
}
