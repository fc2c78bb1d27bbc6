"use client";
/** Behind the glass: one panel at a time, each with an address of its own, its code fetched when it is opened. */
import { useEffect } from "react";
import { cn } from "@/components/ui/cn.ts";
import { FailureNotice } from "../failure-notice.tsx";
import { SCROLL_PANE } from "../values/scroll-pane.ts";
import { PanelLoading } from "./panel-loading.tsx";
import { PANEL_NAMES, usePanel } from "./use-panel.ts";
import { fetchPanelCode, usePanelCode } from "./use-panel-code.ts";

/** The largest panel's code comes while nothing else does, so that its tab answers at once. */
const IDLE_AFTER_MS = 1_500;

export function RunPanels({ runId, className }: { runId: string; className: string }) {
  const { panel } = usePanel();
  useEffect(() => {
    const fetchGraph = () => void fetchPanelCode("graph").catch(() => undefined);
    const waiting = setTimeout(fetchGraph, IDLE_AFTER_MS);
    return () => clearTimeout(waiting);
  }, []);
  // Beside the conversation, where there is room for both, the events are open.
  const shown = panel === "conversation" ? "events" : panel;
  const { Code, error, retry } = usePanelCode(shown);
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
      {Code && <Code runId={runId} />}
      {!Code && (error ? <FailureNotice error={error} onRetry={retry} /> : <PanelLoading />)}
    </div>
  );
}
