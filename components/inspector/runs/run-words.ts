/** Words of the list of runs. */

import {
  type DeviationBand,
  DeviationKind,
  type PolicyFilter,
  type RunSort,
} from "@/lib/contracts/inspector/runs/run-query.ts";
import * as text from "@/lib/messages/inspector-runs.ts";
import type { TermName } from "../values/term.tsx";

export const POLICY_WORDS: Record<PolicyFilter, string> = {
  allow: "Allowed",
  would_deny: text.wouldBeDenied(),
  needs_approval: text.needsApproval(),
  deny: "Denied",
  undecided: text.noPolicyAsked(),
};

export const BAND_WORDS: Record<DeviationBand, string> = {
  "no-plan": text.noPlan(),
  none: text.none0(),
  slight: text.slightBelow02(),
  high: text.high02AndMore(),
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
  "model-calls": text.modelCalls(),
  "tool-calls": text.toolCalls(),
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
