/** Labels of the list of runs. */

import {
  type DeviationBand,
  DeviationKind,
  type FeedbackFilter,
  type PolicyFilter,
  type RunSort,
} from "@/lib/contracts/inspector/run-query.ts";
import * as text from "@/lib/messages/inspector-runs.ts";
import type { TermName } from "../values/term.tsx";

export const POLICY_WORDS: Record<PolicyFilter, string> = {
  allow: text.allowed(),
  would_deny: text.wouldBeDenied(),
  needs_approval: text.needsApproval(),
  deny: text.denied(),
  waiting: text.waitsForApproval(),
  approved: text.approved(),
  declined: text.declined(),
  expired: text.approvalExpired(),
  undecided: text.noPolicyAsked(),
};

export const FEEDBACK_WORDS: Record<FeedbackFilter, string> = {
  up: text.thumbUp(),
  down: text.thumbDown(),
  words: text.thumbWithWords(),
  any: text.anyThumb(),
};

export const BAND_WORDS: Record<DeviationBand, string> = {
  "no-plan": text.noPlan(),
  none: text.none0(),
  slight: text.slightBelow02(),
  high: text.high02AndMore(),
};

export const KIND_WORDS: Record<DeviationKind, string> = {
  missing: text.kindMissing(),
  not_reached: text.kindNotReached(),
  pending: text.kindPending(),
  wrong_target: text.kindWrongTarget(),
  unexpected_args: text.kindUnexpectedArguments(),
  args_unverified: text.kindArgumentsUnverified(),
  failed: text.kindFailed(),
  stopped: text.kindStopped(),
  denied: text.kindDenied(),
  out_of_order: text.kindOutOfOrder(),
  retried: text.kindRetried(),
  unplanned: text.kindUnplanned(),
  unplanned_write: text.kindUnplannedWrite(),
  would_deny: text.kindWouldDeny(),
  needs_approval: text.kindNeedsApproval(),
  self_report_mismatch: text.kindSelfReportMismatch(),
  ambiguous: text.kindAmbiguous(),
  unknown_step: text.kindUnknownStep(),
  repeated_step_id: text.kindRepeatedStepId(),
  unknown_version: text.kindUnknownVersion(),
  log_gap: text.kindLogGap(),
};

export const KIND_CHOICES: [DeviationKind, string][] = DeviationKind.options.map((kind) => [
  kind,
  KIND_WORDS[kind],
]);

export const SORT_WORDS: Record<RunSort, string> = {
  started: text.started(),
  duration: text.duration(),
  tokens: text.tokensInOut(),
  deviation: text.deviation(),
  cost: text.cost(),
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
