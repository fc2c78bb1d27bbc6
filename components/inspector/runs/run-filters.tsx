"use client";
/** What the list is narrowed to. Everything stands in the address. */
import { useCallback } from "react";
import { RunStatus } from "@/lib/contracts/inspector/run/inspected-run.ts";
import {
  DeviationBand,
  PolicyFilter,
  type RunQuery,
} from "@/lib/contracts/inspector/runs/run-query.ts";
import { STATUS_LOOKS } from "../status-chip.tsx";
import { FilterSelect } from "./filter-select.tsx";
import { FilterText } from "./filter-text.tsx";
import { FilterTime } from "./filter-time.tsx";
import { BAND_WORDS, KIND_CHOICES, POLICY_WORDS } from "./run-words.ts";
import { narrow, useRunNames } from "./use-runs.ts";

const STATUSES = RunStatus.options.map((status) => [status, STATUS_LOOKS[status].word] as const);
const BANDS = DeviationBand.options.map((band) => [band, BAND_WORDS[band]] as const);
const POLICIES = PolicyFilter.options.map((outcome) => [outcome, POLICY_WORDS[outcome]] as const);

/** Seven of them and the words fit beside each other in a window of 1280 pixels. */
const NARROW = "w-27 max-md:w-full";

export function RunFilters({ query }: { query: RunQuery }) {
  const { data: names } = useRunNames();
  const same = (all: readonly string[] = []) => all.map((name) => [name, name] as const);
  const search = useCallback((q: string) => narrow({ q }, "replace"), []);
  const findPerson = useCallback((person: string) => narrow({ person }, "replace"), []);
  return (
    <search className="flex flex-wrap items-center gap-2 max-md:grid max-md:grid-cols-2 min-[36rem]:max-md:grid-cols-4">
      <FilterText
        label="What was said"
        placeholder="Search what was said"
        value={query.q ?? ""}
        onChange={search}
        className="w-52 max-md:col-span-2 max-md:w-full"
      />
      <FilterText
        label="Person"
        placeholder="Name or e-mail"
        value={query.person ?? ""}
        onChange={findPerson}
        className="w-40 max-md:col-span-2 max-md:w-full"
      />
      <FilterSelect
        label="Status"
        value={query.status}
        choices={STATUSES}
        className={NARROW}
        onChoose={(status) => narrow({ status })}
      />
      <FilterSelect
        label="Agent"
        value={query.agent}
        choices={same(names?.agents)}
        className={NARROW}
        onChoose={(agent) => narrow({ agent })}
      />
      <FilterSelect
        label="Tool"
        value={query.tool}
        choices={same(names?.tools)}
        className={NARROW}
        onChoose={(tool) => narrow({ tool })}
      />
      <FilterSelect
        label="Deviation"
        value={query.deviation}
        choices={BANDS}
        className={NARROW}
        onChoose={(deviation) => narrow({ deviation })}
      />
      <FilterSelect
        label="Deviates by"
        value={query.kind}
        choices={KIND_CHOICES}
        className="w-30 max-md:w-full"
        onChoose={(kind) => narrow({ kind })}
      />
      <FilterSelect
        label="Policy"
        value={query.policy}
        choices={POLICIES}
        className={NARROW}
        onChoose={(policy) => narrow({ policy })}
      />
      <FilterTime from={query.from} to={query.to} />
    </search>
  );
}
