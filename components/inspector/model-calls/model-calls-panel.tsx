"use client";
/** Every model call of a run: what was shown, what came back, and what it cost. */
import { useMemo } from "react";
import type { RunInspection } from "@/lib/contracts/inspector.ts";
import { foldModelCalls } from "./fold-model-calls.ts";
import { foldToolCalls } from "./fold-tool-calls.ts";
import { ModelCallView } from "./model-call-view.tsx";

export function ModelCallsPanel({ inspection }: { inspection: RunInspection }) {
  const { events, run } = inspection;
  const originMs = Date.parse(events[0]?.at ?? run.startedAt);
  const calls = useMemo(() => foldModelCalls(events, originMs), [events, originMs]);
  const tools = useMemo(() => {
    const all = [...foldToolCalls(events).values()];
    return new Map(all.map((call) => [call.called.toolCallId, call]));
  }, [events]);
  if (calls.length === 0) {
    return (
      <p className="px-4 py-10 text-center text-soft">
        {run.status === "running" ? "No model has been called yet." : "No model was called."}
      </p>
    );
  }
  return (
    <ol aria-label="Model calls">
      {calls.map((call) => (
        <li key={call.calledSeq} className="border-b px-4 py-4">
          <ModelCallView call={call} tools={tools} isRunning={run.status === "running"} />
        </li>
      ))}
    </ol>
  );
}
