/** The log of a run. */
"use client";
import { ListFilter } from "lucide-react";
import { useCallback, useState } from "react";
import { Button } from "@/components/ui/button.tsx";
import { Popover } from "@/components/ui/overlay/popover.tsx";
import { isRoutine } from "@/lib/contracts/inspector/events/event-kinds.ts";
import { INSPECTED_FIELDS } from "@/lib/contracts/inspector/events/inspected-fields.ts";
import type { RunTrace } from "@/lib/contracts/inspector/run/run-trace.ts";
import { PUBLIC_EVENT_TYPES } from "@/lib/contracts/public/public-event.ts";
import * as text from "@/lib/messages/inspector-events.ts";
import { Empty, PanelContent } from "../frame.tsx";
import { useRunTrace } from "../run/use-run-trace.ts";
import { amountOf, formatCount } from "../values/format-figures.ts";
import { EventList } from "./event-list.tsx";

const PUBLIC = new Set<string>(PUBLIC_EVENT_TYPES);

const KNOWN = Object.keys(INSPECTED_FIELDS).toSorted();

/**
 * All but routine, which is folded until somebody asks for it. The list does not change while a run goes on, or the list
 * of events would begin anew.
 */
function usualKinds(kinds: readonly string[]): readonly string[] {
  const strange = kinds.filter((kind) => !KNOWN.includes(kind) && !isRoutine(kind));
  return [...KNOWN, ...strange.toSorted()];
}

export function EventsPanel({ runId }: { runId: string }) {
  return (
    <PanelContent query={useRunTrace(runId)}>{(trace) => <Events trace={trace} />}</PanelContent>
  );
}

function Events({ trace }: { trace: RunTrace }) {
  const [chosen, setTypes] = useState<readonly string[] | null | undefined>();
  const unfold = useCallback(() => setTypes(null), []);
  const { eventTypes, eventCount, run } = trace;
  const kinds = Object.keys(eventTypes);
  const folded = kinds.filter(isRoutine);
  const foldedCount = folded.reduce((sum, kind) => sum + (eventTypes[kind] ?? 0), 0);
  const isUsual = chosen === undefined;
  const types = isUsual ? usualKinds(kinds) : chosen;
  const hidden = kinds.filter((type) => !PUBLIC.has(type));
  const isOnlyHidden = types !== null && types.join() === hidden.toSorted().join();
  const shown = types ? types.reduce((sum, type) => sum + (eventTypes[type] ?? 0), 0) : eventCount;
  return (
    <div className="flex min-w-0 flex-col max-lg:h-[calc(100dvh-2.25rem)] lg:h-full">
      <div className="z-10 flex h-9 shrink-0 items-center gap-2 border-b bg-pane px-4 text-xs">
        <EventFilter counts={eventTypes} types={types} onChange={setTypes} />
        <label className="flex cursor-pointer items-center gap-1.5 text-soft">
          <input
            type="checkbox"
            className="accent-accent"
            checked={isOnlyHidden}
            onChange={(event) => setTypes(event.target.checked ? hidden.toSorted() : null)}
          />
          {text.onlyWhatWasHidden()}
        </label>
        {folded.length > 0 && (
          <Button
            size="sm"
            aria-pressed={!isUsual && types === null}
            onClick={() => setTypes(isUsual ? null : undefined)}
          >
            {text.routineEvents(amountOf(foldedCount))}
          </Button>
        )}
        {types && !isUsual && (
          <span role="status" className="ml-auto text-faint tabular-nums">
            {text.showingOf({ shown: formatCount(shown), eventCount: formatCount(eventCount) })}
          </span>
        )}
      </div>
      {shown === 0 ? (
        <Empty of="panel">
          {types && !isUsual
            ? text.noEventOfTheseTypes()
            : run.status === "running"
              ? text.nothingRecordedYet()
              : text.nothingWasRecordedForThisRun()}
        </Empty>
      ) : (
        <EventList
          key={types?.join() ?? "all"}
          trace={trace}
          types={types}
          total={shown}
          {...(isUsual ? { onFolded: unfold } : {})}
        />
      )}
      {run.status === "running" && (
        <p role="status" className="shrink-0 border-t px-4 py-2 text-xs">
          <span className="glint-text">{text.stillGoingOn()}</span>
        </p>
      )}
    </div>
  );
}

type EventFilterProps = {
  /** Number of events of each type. */
  counts: Record<string, number>;
  /** The chosen types; null: all. */
  types: readonly string[] | null;
  onChange: (types: readonly string[] | null) => void;
};

/** Chooses the types of events that are shown. */
function EventFilter({ counts, types, onChange }: EventFilterProps) {
  const all = Object.keys(counts).sort();
  const shown = new Set(types ?? all);
  const toggle = (type: string) => {
    const next = all.filter((name) => (name === type ? !shown.has(name) : shown.has(name)));
    onChange(next.length === all.length ? null : next);
  };
  return (
    <Popover
      label={text.typesOfEvents()}
      className="w-64 p-2"
      trigger={
        <Button size="sm">
          <ListFilter className="size-3.5" strokeWidth={1.75} aria-hidden="true" />
          {text.types()}
        </Button>
      }
    >
      <fieldset>
        <legend className="sr-only">{text.typesOfEvents()}</legend>
        <div className="flex gap-1 pb-1">
          <Button size="sm" onClick={() => onChange(null)}>
            {text.all()}
          </Button>
          <Button size="sm" onClick={() => onChange([])}>
            {text.selectNone()}
          </Button>
        </div>
        {all.map((type) => (
          <label
            key={type}
            className="flex cursor-pointer items-center gap-2 rounded-sm px-2 py-1 hover:bg-hover"
          >
            <input
              type="checkbox"
              className="accent-accent"
              checked={shown.has(type)}
              onChange={() => toggle(type)}
            />
            <span className="min-w-0 truncate font-mono text-xs">{type}</span>
            <span className="ml-auto text-xs text-faint tabular-nums">
              {formatCount(counts[type] ?? 0)}
            </span>
          </label>
        ))}
      </fieldset>
    </Popover>
  );
}
