/** Filters a list by time. */
"use client";
import { cn } from "@/components/ui/cn.ts";
import { Select } from "@/components/ui/overlay/select.tsx";
import { Period, periodOf } from "@/lib/contracts/inspector/period.ts";
import * as text from "@/lib/messages/inspector-runs.ts";
import { narrow } from "./use-runs.ts";

const DAY_MS = 86_400_000;

const WORDS: Record<Period, string> = {
  "1h": text.lastHour(),
  "24h": text.last24Hours(),
  "7d": text.last7Days(),
  "30d": text.last30Days(),
  "90d": text.last90Days(),
  all: text.allTime(),
};
const BETWEEN = "between";
const OPTIONS = [
  ...Period.options.map((period) => ({ value: period, name: WORDS[period] })),
  { value: BETWEEN, name: text.between() },
] as const;

type FilterTimeProps = {
  query: { period?: Period; from?: string; to?: string };
  /** What is looked at where the address says nothing. */
  usual: Period;
  className?: string;
};

/** A period that ends now stays in the address as such, so that a link to it means the same tomorrow. */
export function FilterTime({ query, usual, className }: FilterTimeProps) {
  const { from, to } = query;
  const period = periodOf(query, usual);
  const choose = (chosen: Period | typeof BETWEEN) => {
    if (chosen === BETWEEN) narrow({ period: null, from: from ?? yesterday(), to: to ?? now() });
    else narrow({ period: chosen === usual ? null : chosen, from: null, to: null });
  };
  return (
    <>
      <span className={cn("inline-flex w-33 max-md:w-full", className)}>
        <Select
          label={text.time()}
          value={period ?? BETWEEN}
          options={OPTIONS}
          onChange={choose}
          className={period === usual ? "text-soft" : "border-accent! font-medium text-ink"}
        />
      </span>
      {period === null && (
        <span className={cn(MOMENTS, className)}>
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

const MOMENTS =
  "inline-flex items-center gap-1.5 max-md:col-span-2 max-md:grid max-md:grid-cols-2 min-[36rem]:max-md:col-span-4";

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

function now(): string {
  return new Date().toISOString();
}

function yesterday(): string {
  return new Date(Date.now() - DAY_MS).toISOString();
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
