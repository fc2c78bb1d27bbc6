"use client";
/** An agent's context state at one delta, with controls to move to the others. */
import { useMemo, useState } from "react";
import { SkeletonLine } from "@/components/ui/skeleton.tsx";
import type { InspectedRun } from "@/lib/contracts/inspector/run/inspected-run.ts";
import * as text from "@/lib/messages/inspector-context.ts";
import { FailureNotice } from "../failure-notice.tsx";
import { moveTarget, useSelectionMoves } from "../run/selection/selection-moves.ts";
import { setSearch, useSearch } from "../use-search.ts";
import { BlameView } from "./blame-view.tsx";
import { findStep, type StepShown } from "./find-step.ts";
import { type Delta, toPointer } from "./list-deltas.ts";
import { Scrubber } from "./scrubber.tsx";
import { StepView } from "./step-view.tsx";
import { type ContextPlace, useBlock } from "./use-context.ts";
import { useOrdinal } from "./use-ordinal.ts";

type TimeMachineProps = {
  run: InspectedRun;
  place: ContextPlace;
  agentId: string;
  deltas: Delta[];
};

export function TimeMachine({ run, place, agentId, deltas }: TimeMachineProps) {
  const [ordinal, move] = useOrdinal(run, deltas);
  const path = useSearch().get("path");
  const { data, error, refetch } = useBlock(place, agentId, ordinal);
  const found = useMemo(() => (data ? findStep(data, ordinal) : null), [data, ordinal]);
  const shown = useLast(found);
  const delta = deltas.find((one) => one.ordinal === shown?.ordinal) ?? null;
  const places = (deltas.at(-1)?.ordinal ?? 0) + 1;
  useSelectionMoves((asked) => move(moveTarget(asked, ordinal, places)), { takesArrows: false });
  const pickPath = (picked: string | null) => setSearch({ path: picked }, "replace");
  return (
    <section aria-label={text.memoryOf({ agentId })} className="grid grid-cols-1 gap-4">
      <Scrubber deltas={deltas} ordinal={ordinal} runId={run.id} onMove={move} />
      {error && <FailureNotice error={error} stale={shown !== null} onRetry={() => refetch()} />}
      {shown === null && !error && <StepLoading />}
      {shown && (
        <StepView
          shown={shown}
          delta={delta}
          runId={run.id}
          path={path === null ? null : toPointer(path)}
          onPickPath={pickPath}
          onMove={move}
        />
      )}
      <BlameView
        deltas={deltas}
        ordinal={ordinal}
        runId={run.id}
        path={path}
        onPickPath={pickPath}
        onMove={move}
      />
    </section>
  );
}

function StepLoading() {
  return (
    <div role="status" className="grid gap-3 py-2">
      <span className="sr-only">{text.replayingUpToThisDelta()}</span>
      <SkeletonLine className="w-2/3" />
      <SkeletonLine className="w-1/2" />
      <SkeletonLine className="w-3/5" />
    </div>
  );
}

/** Keeps the last step while the next block is loading, so that the layout does not shift. */
function useLast(found: StepShown | null): StepShown | null {
  const [last, setLast] = useState(found);
  if (found !== null && found !== last) setLast(found);
  return found ?? last;
}
