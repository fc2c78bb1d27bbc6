"use client";
/** The filters of the list of runs. They are kept in the address. */
import { useCallback, useEffect, useState } from "react";
import { cn } from "@/components/ui/cn.ts";
import { RunStatus } from "@/lib/contracts/inspector/run/inspected-run.ts";
import {
  DeviationBand,
  PolicyFilter,
  type RunQuery,
} from "@/lib/contracts/inspector/runs/run-query.ts";
import * as text from "@/lib/messages/inspector-runs.ts";
import { STATUS_LOOKS } from "../status-chip.tsx";
import { reasonWords } from "../values/reason.tsx";
import { FilterSelect } from "./filter-select.tsx";
import { FilterTime } from "./filter-time.tsx";
import { BAND_WORDS, KIND_CHOICES, POLICY_WORDS } from "./run-words.ts";
import { narrow, useRunNames } from "./use-runs.ts";

const STATUSES = RunStatus.options.map((status) => [status, STATUS_LOOKS[status].word] as const);
const BANDS = DeviationBand.options.map((band) => [band, BAND_WORDS[band]] as const);
const POLICIES = PolicyFilter.options.map((outcome) => [outcome, POLICY_WORDS[outcome]] as const);

const OUTCOMES = [["blocked", text.blockedIntake()]] as const;

/** Seven of them and the search field fit side by side at a width of 1280 pixels. */
const NARROW = "w-27 max-md:w-full";

export function RunFilters({ query }: { query: RunQuery }) {
  const { data: names } = useRunNames();
  const same = (all: readonly string[] = []) => all.map((name) => [name, name] as const);
  const search = useCallback((q: string) => narrow({ q }, "replace"), []);
  const findPerson = useCallback((person: string) => narrow({ person }, "replace"), []);
  return (
    <search className="flex flex-wrap items-center gap-2 max-md:grid max-md:grid-cols-2 min-[36rem]:max-md:grid-cols-4">
      <FilterText
        label={text.whatWasSaid()}
        placeholder={text.searchWhatWasSaid()}
        value={query.q ?? ""}
        onChange={search}
        className="w-52 max-md:col-span-2 max-md:w-full"
      />
      <FilterText
        label={text.person()}
        placeholder={text.nameOrEMail()}
        value={query.person ?? ""}
        onChange={findPerson}
        className="w-40 max-md:col-span-2 max-md:w-full"
      />
      <FilterSelect
        label={text.status()}
        value={query.status}
        choices={STATUSES}
        className={NARROW}
        onChoose={(status) => narrow({ status })}
      />
      <FilterSelect
        label={text.reason()}
        value={query.reason}
        choices={(names?.reasons ?? []).map((reason) => [reason, reasonWords(reason)] as const)}
        className={NARROW}
        onChoose={(reason) => narrow({ reason })}
      />
      <FilterSelect
        label={text.agent()}
        value={query.agent}
        choices={same(names?.agents)}
        className={NARROW}
        onChoose={(agent) => narrow({ agent })}
      />
      <FilterSelect
        label={text.tool()}
        value={query.tool}
        choices={same(names?.tools)}
        className={NARROW}
        onChoose={(tool) => narrow({ tool })}
      />
      <FilterSelect
        label={text.deviation()}
        value={query.deviation}
        choices={BANDS}
        className={NARROW}
        onChoose={(deviation) => narrow({ deviation })}
      />
      <FilterSelect
        label={text.deviatesBy()}
        value={query.kind}
        choices={KIND_CHOICES}
        className="w-30 max-md:w-full"
        onChoose={(kind) => narrow({ kind })}
      />
      <FilterSelect
        label={text.policy()}
        value={query.policy}
        choices={POLICIES}
        className={NARROW}
        onChoose={(policy) => narrow({ policy })}
      />
      <FilterSelect
        label={text.outcomeOfTheIntake()}
        value={query.outcome}
        choices={OUTCOMES}
        className={NARROW}
        onChoose={(outcome) => narrow({ outcome })}
      />
      <FilterTime from={query.from} to={query.to} />
    </search>
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

function FilterText({ label, placeholder, value, onChange, className }: FilterTextProps) {
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
      aria-label={label}
      placeholder={placeholder}
      maxLength={200}
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
