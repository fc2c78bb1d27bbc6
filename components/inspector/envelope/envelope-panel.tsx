/** The list of hops, and the envelope that arrived at the selected one. */
"use client";
import { ChevronLeft } from "lucide-react";
import { useCallback, useMemo } from "react";
import { Button } from "@/components/ui/button.tsx";
import { cn } from "@/components/ui/cn.ts";
import type { RunTrace } from "@/lib/contracts/inspector/run/run-trace.ts";
import * as text from "@/lib/messages/inspector-envelope.ts";
import { Empty, LoadingLines, PanelContent } from "../frame.tsx";
import { type Hop, readHops } from "../graph/hops/read-hops.ts";
import { findSelectedHop, useHopMoves } from "../graph/hops/use-hops.ts";
import { select, useSelection } from "../run/selection/use-selection.ts";
import { useRunTrace } from "../run/use-run-trace.ts";
import { HopEnvelopeView } from "./hop-envelope-view.tsx";
import { HopList } from "./hop-list.tsx";

export function EnvelopePanel({ runId }: { runId: string }) {
  return (
    <PanelContent
      query={useRunTrace(runId)}
      loading={
        <LoadingLines
          words={text.loadingTheHops()}
          className="gap-4 p-6"
          lines={["w-1/3", "w-1/2"]}
        />
      }
    >
      {(trace) => <Envelopes runId={runId} trace={trace} />}
    </PanelContent>
  );
}

function Envelopes({ runId, trace }: { runId: string; trace: RunTrace }) {
  const hops = useMemo(() => readHops(trace.spans), [trace.spans]);
  const picked = findSelectedHop(hops, useSelection());
  // Until somebody picks a hop: the first agent's, where a turn's work begins.
  const selected = picked >= 0 ? picked : Math.max(0, hops.findIndex(didWork));
  const onSelect = useCallback((hop: Hop) => select({ hopRef: hop.ref, seq: hop.seq }), []);
  useHopMoves(hops, selected, onSelect);
  const isRunning = trace.run.status === "running";
  if (hops.length === 0) {
    return (
      <Empty of="panel">{isRunning ? text.noHopHasStartedYet() : text.noHopWasRecorded()}</Empty>
    );
  }
  const hop = hops[selected];
  return (
    <div className="lg:grid lg:h-full lg:grid-cols-[minmax(15rem,20rem)_minmax(0,1fr)]">
      <HopList
        runId={runId}
        hops={hops}
        all={trace.hopCount}
        selected={selected}
        onSelect={onSelect}
        className={cn("h-[70dvh] lg:h-full lg:border-r", picked >= 0 && "max-lg:hidden")}
      />
      <div className={cn("min-h-0 min-w-0 lg:overflow-y-auto", picked < 0 && "max-lg:hidden")}>
        {hop && (
          <>
            <div className="px-3 pt-2 lg:hidden">
              <Button size="sm" onClick={() => select({ hopRef: null, seq: null })}>
                <ChevronLeft className="size-3.5" strokeWidth={1.75} aria-hidden="true" />
                {text.allHops()}
              </Button>
            </div>
            <HopEnvelopeView key={hop.seq} runId={runId} hop={hop} isLive={isRunning} />
          </>
        )}
      </div>
    </div>
  );
}

/** An early call that was discarded did nothing for the turn. */
const didWork = ({ kind, outcome }: Hop) => kind === "agent" && outcome !== "discarded";
