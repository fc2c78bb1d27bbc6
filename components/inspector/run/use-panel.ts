/** Which panel the address opens, and that panel's code. */
"use client";
import { useCallback, useEffect, useState } from "react";
import { setSearch, useSearch } from "../use-search.ts";
import {
  CONVERSATION,
  PANELS,
  type Panel,
  type PanelCode,
  type PanelId,
  panelOf,
} from "./panels.ts";

const FIRST = PANELS[0].id;

/** Replaces the entry in the browser's history, so that "back" leads to the list of runs. */
export function openPanel(panel: Panel): void {
  setSearch({ panel: panel === FIRST ? null : panel }, "replace");
}

export function usePanel(): Panel {
  const wanted = useSearch().get("panel");
  if (wanted === CONVERSATION.id) return wanted;
  return PANELS.find(({ id }) => id === wanted)?.id ?? FIRST;
}

/** The panel beside the conversation: the first one while the address names the conversation. */
export function shownPanel(panel: Panel): PanelId {
  return panel === CONVERSATION.id ? FIRST : panel;
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
