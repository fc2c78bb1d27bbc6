"use client";
/** Filters runs by their start. */
import type { RunQuery } from "@/lib/contracts/inspector/runs/run-query.ts";
import * as text from "@/lib/messages/inspector-runs.ts";
import { FilterSelect } from "./filter-select.tsx";
import { narrow } from "./use-runs.ts";

const HOUR_MS = 3_600_000;

const SPANS = [
  ["1", text.lastHour()],
  ["24", text.last24Hours()],
  ["168", text.last7Days()],
  ["720", text.last30Days()],
  ["between", text.between()],
] as const;

export function FilterTime({ from, to }: Pick<RunQuery, "from" | "to">) {
  const isSet = from !== undefined || to !== undefined;
  const choose = (span: string | null) => {
    if (span === null) narrow({ from: null, to: null });
    else if (span === "between") narrow({ from: from ?? ago(24), to: to ?? ago(0) });
    else narrow({ from: ago(Number(span)), to: null });
  };
  return (
    <>
      <FilterSelect
        label={text.anyTime()}
        value={isSet ? "between" : undefined}
        choices={isSet ? SPANS.map(([span, words]) => [span, nameOf(span, words)]) : SPANS}
        onChoose={choose}
        className="w-27 max-md:w-full"
      />
      {isSet && (
        <span className="inline-flex items-center gap-1.5 max-md:col-span-2 max-md:grid max-md:grid-cols-2">
          <Moment
            label={text.from()}
            value={from}
            onChange={(moment) => narrow({ from: moment })}
          />
          <span className="text-faint max-md:hidden" aria-hidden="true">
            –
          </span>
          <Moment label={text.until()} value={to} onChange={(moment) => narrow({ to: moment })} />
        </span>
      )}
    </>
  );
}

function nameOf(span: string, words: string): string {
  return span === "between" ? text.time() : words;
}

type MomentProps = {
  label: string;
  value: string | undefined;
  onChange: (moment: string | null) => void;
};

/** Keyed by the address's value, and applied on blur: an incomplete date filters nothing. */
function Moment({ label, value, onChange }: MomentProps) {
  const shown = value === undefined ? "" : toLocal(value);
  return (
    <input
      key={shown}
      type="datetime-local"
      aria-label={label}
      defaultValue={shown}
      onBlur={(event) => {
        if (event.target.value !== shown) onChange(toMoment(event.target.value));
      }}
      onKeyDown={(event) => {
        if (event.key === "Enter") event.currentTarget.blur();
      }}
      className="h-8 min-w-0 rounded-md border border-accent bg-raised px-2 text-xs tabular-nums"
    />
  );
}

function ago(hours: number): string {
  return new Date(Date.now() - hours * HOUR_MS).toISOString();
}

/** In the field's format: the reader's local time, to the minute. */
function toLocal(iso: string): string {
  const at = new Date(iso);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

function toMoment(local: string): string | null {
  const at = new Date(local);
  return Number.isNaN(at.getTime()) ? null : at.toISOString();
}
