/** The filters of the list of runs. They are kept in the address. */
"use client";
import { useCallback } from "react";
import { cn } from "@/components/ui/cn.ts";
import { RunStatus } from "@/lib/contracts/inspector/run/inspected-run.ts";
import {
  DeviationBand,
  FeedbackFilter,
  PolicyFilter,
  RunNames,
  type RunQuery,
  usualPeriod,
} from "@/lib/contracts/inspector/run-query.ts";
import * as text from "@/lib/messages/inspector-runs.ts";
import { useInspected } from "../fetch-inspected.ts";
import { inspectorKeys } from "../inspector-keys.ts";
import { FilterBar, FilterSelect, FilterText, FilterTime } from "../list-filters.tsx";
import { narrow } from "../list-query.ts";
import { STATUS_LOOKS } from "../run-marks.tsx";
import { reasonWords } from "../values/reason.tsx";
import { BAND_WORDS, FEEDBACK_WORDS, KIND_CHOICES, POLICY_WORDS } from "./run-words.ts";

const NAMES_FRESH_MS = 60_000;

const STATUSES = RunStatus.options.map((status) => [status, STATUS_LOOKS[status].word] as const);
const BANDS = DeviationBand.options.map((band) => [band, BAND_WORDS[band]] as const);
const POLICIES = PolicyFilter.options.map((outcome) => [outcome, POLICY_WORDS[outcome]] as const);

const JUDGED = FeedbackFilter.options.map((found) => [found, FEEDBACK_WORDS[found]] as const);
const OUTCOMES = [["blocked", text.blockedIntake()]] as const;

/** Seven of them and the search field fit side by side at a width of 1280 pixels. */
const NARROW = "w-27 max-md:w-full";

type Choice = readonly [string, string];
type ChoiceFilter = {
  name:
    | "status"
    | "reason"
    | "agent"
    | "tool"
    | "deviation"
    | "kind"
    | "policy"
    | "outcome"
    | "feedback";
  label: string;
  choices: readonly Choice[];
};

function choiceFilters(names: RunNames | undefined): readonly ChoiceFilter[] {
  const same = (all: readonly string[] = []) => all.map((name) => [name, name] as const);
  const reasons = (names?.reasons ?? []).map((reason) => [reason, reasonWords(reason)] as const);
  return [
    { name: "status", label: text.status(), choices: STATUSES },
    { name: "reason", label: text.reason(), choices: reasons },
    { name: "agent", label: text.agent(), choices: same(names?.agents) },
    { name: "tool", label: text.tool(), choices: same(names?.tools) },
    { name: "deviation", label: text.deviation(), choices: BANDS },
    { name: "kind", label: text.deviatesBy(), choices: KIND_CHOICES },
    { name: "policy", label: text.policy(), choices: POLICIES },
    { name: "outcome", label: text.outcomeOfTheIntake(), choices: OUTCOMES },
    { name: "feedback", label: text.feedback(), choices: JUDGED },
  ];
}

export function RunFilters({ query }: { query: RunQuery }) {
  const { data: names } = useRunNames();
  const search = useCallback((q: string) => narrow({ q }, "replace"), []);
  const findPerson = useCallback((person: string) => narrow({ person }, "replace"), []);
  const filters = choiceFilters(names);
  const active = filters.filter(({ name }) => query[name] !== undefined).length;
  return (
    <FilterBar
      label={active > 0 ? text.filtersActive({ active }) : text.filters()}
      className="max-md:grid-cols-2 min-[36rem]:max-md:grid-cols-4"
      first={
        <FilterText
          label={text.whatWasSaid()}
          placeholder={text.searchWhatWasSaid()}
          value={query.q ?? ""}
          onChange={search}
          className="w-52 max-md:w-full"
        />
      }
    >
      {(folded) => (
        <>
          <FilterText
            label={text.person()}
            placeholder={text.nameOrEMail()}
            value={query.person ?? ""}
            onChange={findPerson}
            className={cn("w-40 max-md:col-span-2 max-md:w-full", folded)}
          />
          {filters.map(({ name, label, choices }) => (
            <FilterSelect
              key={name}
              label={label}
              value={query[name]}
              choices={choices}
              className={cn(NARROW, folded)}
              onChoose={(chosen) => narrow({ [name]: chosen })}
            />
          ))}
          <FilterTime query={query} usual={usualPeriod(query)} className="max-md:col-span-2" />
        </>
      )}
    </FilterBar>
  );
}

/** The choices of the filters for agents and tools. */
function useRunNames() {
  return useInspected(inspectorKeys.runNames(), RunNames, "/api/admin/runs/names", {
    staleTime: NAMES_FRESH_MS,
  });
}
