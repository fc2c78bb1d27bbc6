/** The columns of the list of runs that give way where every row says the same. The run's name, its times and its tokens never do. */
import type { InspectedRun } from "@/lib/contracts/inspector/run/inspected-run.ts";
import type { RunPage, RunQuery } from "@/lib/contracts/inspector/run-query.ts";
import * as text from "@/lib/messages/inspector-runs.ts";
import { STATUS_LOOKS } from "../run-marks.tsx";
import { formatCount } from "../values/format-figures.ts";
import { foldSameColumns } from "../values/same-columns.tsx";
import { formatRunCost } from "./cost-words.ts";
import { POLICY_WORDS, SORT_WORDS } from "./run-words.ts";

export type RunColumn =
  | "agents"
  | "status"
  | "deviation"
  | "policy"
  | "model-calls"
  | "tool-calls"
  | "cost";

export type FoldedColumns = ReadonlyMap<RunColumn, string>;

export const COLUMN_NAMES: Readonly<Record<RunColumn, string>> = {
  agents: text.agents(),
  status: text.status(),
  policy: text.policy(),
  deviation: SORT_WORDS.deviation,
  "model-calls": SORT_WORDS["model-calls"],
  "tool-calls": SORT_WORDS["tool-calls"],
  cost: SORT_WORDS.cost,
};

type Cell = (run: InspectedRun) => string | null;

const ALWAYS: Partial<Record<RunColumn, Cell>> = {
  agents: (run) => agentsOf(run).join(", "),
  // A reason, findings and feedback belong to their run.
  status: ({ status, reason, findings, feedback }) =>
    status === "running" || reason !== null || findings.length > 0 || feedback !== null
      ? null
      : STATUS_LOOKS[status].word,
  policy: ({ policyOutcome, approval }) =>
    POLICY_WORDS[
      (policyOutcome === "needs_approval" ? approval : null) ?? policyOutcome ?? "undecided"
    ],
};

const SORTABLE: Partial<Record<RunColumn, Cell>> = {
  deviation: ({ deviation, status }) =>
    status === "running" ? null : (deviation?.toFixed(2) ?? text.noPlanMade()),
  "model-calls": (run) => formatCount(run.modelCalls),
  "tool-calls": (run) => formatCount(run.toolCalls),
  cost: formatRunCost,
};

/** A column that sorts gives way only where the page has every run: on another page its figures may differ. */
export function foldRunColumns(
  { runs, newer, older }: Pick<RunPage, "runs" | "newer" | "older">,
  { sort }: RunQuery,
): FoldedColumns {
  const isWhole = newer === null && older === null && sort === undefined;
  return foldSameColumns<InspectedRun, RunColumn>(
    runs,
    isWhole ? { ...ALWAYS, ...SORTABLE } : ALWAYS,
  );
}

export function agentsOf({ agents, agentId }: InspectedRun): readonly string[] {
  return agents.length > 0 ? agents : [agentId];
}
