/** An agent's context state at one delta, with controls to move to the others. */
"use client";
import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight } from "lucide-react";
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from "react";
import { IconButton } from "@/components/ui/button.tsx";
import { cn } from "@/components/ui/cn.ts";
import type { InspectedRun } from "@/lib/contracts/inspector/run/inspected-run.ts";
import * as text from "@/lib/messages/inspector-context.ts";
import { FailureNotice, LoadingLines } from "../frame.tsx";
import type { ContextPlace } from "../inspector-keys.ts";
import { moveTarget, useSelectionMoves } from "../run/selection/selection-moves.ts";
import { useSelection } from "../run/selection/use-selection.ts";
import { setSearch, useSearch } from "../search-link.tsx";
import { formatCount } from "../values/format-figures.ts";
import { BlameView } from "./blame-view.tsx";
import {
  type Delta,
  findOpening,
  findStep,
  groupByTurn,
  type StepShown,
  toPointer,
} from "./list-deltas.ts";
import { StepView } from "./step-view.tsx";
import { useBlock } from "./use-context.ts";

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
      {shown === null && !error && (
        <LoadingLines
          words={text.replayingUpToThisDelta()}
          className="gap-3 py-2"
          lines={["w-2/3", "w-1/2", "w-3/5"]}
        />
      )}
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

/** Keeps the last step while the next block is loading, so that the layout does not shift. */
function useLast(found: StepShown | null): StepShown | null {
  const [last, setLast] = useState(found);
  if (found !== null && found !== last) setLast(found);
  return found ?? last;
}

const ADDRESS_MS = 200;

/** @returns the ordinal, 0 for before the first delta, and the function that changes it */
function useOrdinal(
  run: InspectedRun,
  deltas: readonly Delta[],
): [number, (ordinal: number) => void] {
  const search = useSearch();
  const { hopRef } = useSelection();
  const asked = search.get("at");
  const opening = findOpening(deltas, {
    at: asked === null ? null : Number(asked),
    hopRef,
    runId: run.id,
    startedAt: Date.parse(run.startedAt),
  });
  const [ordinal, setOrdinal] = useState(opening);
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  // A link has changed the address. While the slider moves, its own value counts.
  useEffect(() => {
    if (timer.current === null) setOrdinal(opening);
  }, [opening]);
  useEffect(() => () => clearTimeout(timer.current ?? undefined), []);
  const move = (wanted: number) => {
    const to = Math.min(Math.max(wanted, 0), deltas.at(-1)?.ordinal ?? 0);
    setOrdinal(to);
    clearTimeout(timer.current ?? undefined);
    timer.current = setTimeout(() => {
      timer.current = null;
      const delta = deltas.find((one) => one.ordinal === to);
      const isOwn = delta?.run?.runId === run.id;
      setSearch({ at: String(to), hop: isOwn ? delta.hopRef : null, event: null }, "replace");
    }, ADDRESS_MS);
  };
  return [ordinal, move];
}

/** More segments than this cannot be told apart on one line. */
const MAX_STRETCHES = 80;

type ScrubberProps = {
  deltas: readonly Delta[];
  ordinal: number;
  /** The run on the page; its segment is marked. */
  runId: string;
  onMove: (ordinal: number) => void;
};

/** Moves between deltas, one by one or with a slider, with the turns they belong to. */
function Scrubber({ deltas, ordinal, runId, onMove }: ScrubberProps) {
  const last = deltas.at(-1)?.ordinal ?? 0;
  const delta = deltas.find((one) => one.ordinal === ordinal);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    onMove(ordinal + step);
  };
  const buttons = [
    { name: text.beforeTheFirstDelta(), to: 0, Icon: ChevronFirst },
    { name: text.oneDeltaBack(), to: ordinal - 1, Icon: ChevronLeft },
    { name: text.oneDeltaOn(), to: ordinal + 1, Icon: ChevronRight },
    { name: text.theLastDelta(), to: last, Icon: ChevronLast },
  ].map(({ name, to, Icon }) => (
    <IconButton
      key={name}
      size="sm"
      aria-label={name}
      disabled={to < 0 || to > last || to === ordinal}
      onKeyDown={onKeyDown}
      onClick={() => onMove(to)}
    >
      <Icon className="size-4" strokeWidth={1.75} aria-hidden="true" />
    </IconButton>
  ));
  return (
    <div className="rounded-md border bg-raised px-3 py-2.5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <div className="flex">{buttons}</div>
        <p className="text-sm tabular-nums">
          <span className="font-medium">
            {ordinal === 0
              ? text.beforeTheFirst()
              : text.deltaHeading({ ordinal: formatCount(ordinal) })}
          </span>{" "}
          <span className="text-faint">{text.of({ last: formatCount(last) })}</span>
        </p>
        <p className="min-w-0 flex-1 truncate text-right text-xs text-faint">
          {delta &&
            (delta.run
              ? text.deltaIsOfTurn({ turn: delta.run.turn })
              : text.deltaIsBetweenTwoTurns())}
        </p>
      </div>
      <input
        type="range"
        data-list
        aria-label={text.deltaSlider()}
        aria-valuetext={
          ordinal === 0 ? text.sliderBeforeTheFirstDelta() : text.sliderAtDelta({ ordinal, last })
        }
        min={0}
        max={last}
        step={1}
        value={ordinal}
        onChange={(event) => onMove(event.target.valueAsNumber)}
        className="mt-2 block h-5 w-full cursor-pointer accent-accent"
      />
      <TurnStrip deltas={deltas} ordinal={ordinal} runId={runId} onMove={onMove} />
    </div>
  );
}

/** One segment per turn, as wide as the number of its deltas. */
function TurnStrip({ deltas, ordinal, runId, onMove }: ScrubberProps) {
  const stretches = useMemo(() => groupByTurn(deltas), [deltas]);
  if (stretches.length > MAX_STRETCHES) return null;
  return (
    <ol aria-label={text.turns()} className="mt-1 flex gap-px px-2 max-md:hidden">
      {stretches.map(({ run, from, count }) => {
        const isOpen = ordinal >= from && ordinal < from + count;
        const isOwn = run?.runId === runId;
        const turn = run ? text.turn({ turn: run.turn }) : text.person();
        const name = isOwn ? text.ofThisRun({ turn }) : turn;
        return (
          <li key={from} style={{ flexGrow: count }} className="min-w-0 basis-0">
            <button
              data-tooltip={run?.question ?? text.aCorrectionByThePerson()}
              type="button"
              tabIndex={-1}
              aria-label={text.deltasOfTurn({ turn: name, first: from, last: from + count - 1 })}
              onClick={() => onMove(from + count - 1)}
              className={cn(
                "block h-6 w-full truncate border-t-2 px-1 text-left text-[0.6875rem] hover:bg-hover",
                isOpen ? "border-accent text-ink" : "border-line-strong text-faint",
              )}
            >
              {name}
            </button>
          </li>
        );
      })}
    </ol>
  );
}
