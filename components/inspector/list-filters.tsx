/** The filters of a list page: choices, texts and times, on a narrow screen behind a button. */
"use client";
import { X } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { Button } from "@/components/ui/button.tsx";
import { cn } from "@/components/ui/cn.ts";
import { useIsHydrated } from "@/components/ui/hydration.ts";
import { Select } from "@/components/ui/overlay/select.tsx";
import { Period, periodOf } from "@/lib/contracts/inspector/period.ts";
import * as text from "@/lib/messages/inspector-runs.ts";
import { clearFilters, narrow } from "./list-query.ts";

/** A link among the filters: to a file, or to another page of the list. */
export const FILE_LINK =
  "inline-flex h-7 items-center gap-1 rounded-md border border-line-strong px-2 text-xs font-medium hover:bg-hover";

type FilterBarProps = {
  /** The button's. */
  label: string;
  /** What is never behind the button. */
  first?: ReactNode;
  className: string;
  /** @param folded the classes of a filter behind the button */
  children: (folded: string) => ReactNode;
};

/** On a narrow screen the filters would push the first row below the fold. */
export function FilterBar({ label, first, className, children }: FilterBarProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <search className={cn("flex flex-wrap items-center gap-2 max-md:grid", className)}>
      {first}
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="h-8 rounded-md border border-field bg-raised px-2.5 text-sm md:hidden"
      >
        {label}
      </button>
      {children(isOpen ? "" : "max-md:hidden")}
    </search>
  );
}

type ClearFiltersProps = { filters: readonly string[]; label: string };

export function ClearFilters({ filters, label }: ClearFiltersProps) {
  return (
    <Button size="sm" onClick={() => clearFilters(filters)}>
      <X className="size-3.5" strokeWidth={1.75} aria-hidden="true" />
      {label}
    </Button>
  );
}

/** The value of the first option, which filters nothing. */
const ANY = "";

type FilterSelectProps = {
  label: string;
  /** Undefined: any. */
  value: string | undefined;
  /** Values and labels. An unknown value from the address is added, so that it is shown as it is. */
  choices: readonly (readonly [string, string])[];
  onChoose: (value: string | null) => void;
  className?: string;
};

export function FilterSelect({ label, value, choices, onChoose, className }: FilterSelectProps) {
  const isKnown = value === undefined || choices.some(([choice]) => choice === value);
  const options = [
    { value: ANY, name: label },
    ...(isKnown ? [] : [{ value, name: value }]),
    ...choices.map(([choice, words]) => ({ value: choice, name: words })),
  ];
  return (
    <span className={cn("inline-flex", className)}>
      <Select
        label={label}
        value={value ?? ANY}
        options={options}
        onChange={(choice) => onChoose(choice || null)}
        className={value === undefined ? "text-soft" : "border-accent! font-medium text-ink"}
      />
    </span>
  );
}

/** The search words apply when the operator stops typing. */
const TYPING_MS = 300;

type FilterTextProps = {
  label: string;
  placeholder: string;
  /** The value in the address. */
  value: string;
  onChange: (value: string) => void;
  className?: string;
};

export function FilterText({ label, placeholder, value, onChange, className }: FilterTextProps) {
  const isHydrated = useIsHydrated();
  const [typed, setTyped] = useState(value);
  const [applied, setApplied] = useState(value);
  if (value !== applied) {
    // The address has changed by other means: Back, Forward, or Clear.
    setApplied(value);
    if (value !== typed.trim()) setTyped(value);
  }
  useEffect(() => {
    const wanted = typed.trim();
    if (wanted === applied) return;
    const timer = setTimeout(() => onChange(wanted), TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed, applied, onChange]);
  return (
    <input
      type="search"
      dir="auto"
      aria-label={label}
      placeholder={placeholder}
      maxLength={200}
      readOnly={!isHydrated}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      className={cn(
        "h-8 rounded-md border bg-raised px-2.5 text-sm placeholder:text-faint hover:border-ink/60",
        value === "" ? "border-field" : "border-accent",
        className,
      )}
    />
  );
}

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
