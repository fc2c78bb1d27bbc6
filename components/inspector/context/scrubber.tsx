"use client";
/** Moves between deltas, one by one or with a slider, with the turns they belong to. */
import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight } from "lucide-react";
import { type KeyboardEvent, useMemo } from "react";
import { IconButton } from "@/components/ui/button.tsx";
import { cn } from "@/components/ui/cn.ts";
import * as text from "@/lib/messages/inspector-context.ts";
import { formatCount } from "../values/format-figures.ts";
import { type Delta, groupByTurn } from "./list-deltas.ts";

/** More segments than this cannot be told apart on one line. */
const MAX_STRETCHES = 80;

type ScrubberProps = {
  deltas: readonly Delta[];
  ordinal: number;
  /** The run on the page; its segment is marked. */
  runId: string;
  onMove: (ordinal: number) => void;
};

export function Scrubber({ deltas, ordinal, runId, onMove }: ScrubberProps) {
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
