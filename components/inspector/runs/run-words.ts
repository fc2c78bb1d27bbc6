/** What the list of runs calls things. */

import {
  type DeviationBand,
  DeviationKind,
  type PolicyFilter,
  type RunSort,
} from "@/lib/contracts/inspector/runs/run-query.ts";
import type { TermName } from "../values/term.tsx";

export const POLICY_WORDS: Record<PolicyFilter, string> = {
  allow: "Allowed",
  would_deny: "Would be denied",
  needs_approval: "Needs approval",
  deny: "Denied",
  undecided: "No policy asked",
};

export const BAND_WORDS: Record<DeviationBand, string> = {
  "no-plan": "No plan",
  none: "None (0)",
  slight: "Slight (below 0.2)",
  high: "High (0.2 and more)",
};

/** `unplanned_write` reads "Unplanned write". */
export const KIND_CHOICES: [DeviationKind, string][] = DeviationKind.options.map((kind) => {
  const words = kind.replaceAll("_", " ").replace("args", "arguments");
  return [kind, words.charAt(0).toUpperCase() + words.slice(1)];
});

export const SORT_WORDS: Record<RunSort, string> = {
  started: "Started",
  duration: "Duration",
  tokens: "Tokens in / out",
  deviation: "Deviation",
  cost: "Cost",
  "model-calls": "Model calls",
  "tool-calls": "Tool calls",
};

export const SORT_TERMS: Record<RunSort, TermName> = {
  started: "started",
  duration: "duration",
  tokens: "tokens",
  deviation: "deviation",
  cost: "cost",
  "model-calls": "modelCalls",
  "tool-calls": "toolCalls",
};
