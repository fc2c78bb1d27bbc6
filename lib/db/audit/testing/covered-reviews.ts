/** What the audit trail says of the columns of cases and verdicts. */
import "server-only";
import { free, recomputed } from "./covered.ts";

export const COVERED_REVIEWS = {
  review_case: [
    recomputed("the row answer.contested or review.queued of the run", "run_id", "reference"),
    recomputed("the run's", "conversation_id"),
    free(
      "a working state: what is waited for, and in which order",
      ...(["state", "urgency", "severity", "asks", "since", "sorted_at"] as const),
    ),
    free(
      "a working state: who may be offered the case and when, which opens nothing",
      ...(["assigned_to", "put_aside_until"] as const),
    ),
  ],
  review_comment: [
    recomputed(
      "the row review.commented of the run that names it, with a commitment to the words",
      ...(["id", "run_id", "user_id", "words", "salt"] as const),
    ),
    free("the row review.commented has its own time", "at"),
  ],
  review_reason: [
    recomputed(
      "the row answer.contested or answer.appealed of the run, with a commitment to the words until retention has erased those, or its row review.queued",
      ...(["run_id", "kind", "figure", "words", "salt", "rule_id", "rule_version"] as const),
    ),
    recomputed("the actor of the same row review.queued, while there is the account", "sent_by"),
    free("never read", "id"),
    free("the row has its own time", "at"),
  ],
  review_rule: [
    recomputed(
      "the row review.rule-changed of the version, which has the digest of the key",
      ...(["id", "version", "name", "kind", "threshold", "severity", "judges", "is_on"] as const),
      "key",
    ),
    recomputed("the actor of the same row", "made_by"),
    recomputed("whether: the row review.rule-ended; not when", "ended_at"),
    free("the row has its own time", "at"),
  ],
  review_progress: [
    free(
      "a working state: whoever sets it back finds again what is known; what is left out is missing in the sample",
      "id",
      "place",
    ),
  ],
  review_seat: [
    free(
      "a working state: it opens nothing without the row review.taken of the same reviewer",
      ...(["run_id", "seat", "user_id", "until", "taken_at", "draft"] as const),
    ),
  ],
  review_verdict: [
    recomputed(
      "the row review.judged of the run with the same number, with commitments to the words and to all that was found until retention has erased the words; then `nth`, `judged_by`, `seat`, `rubric`, and `upheld` of who judged alone",
      ...(["run_id", "nth", "judged_by", "seat", "upheld", "told", "note", "rubric"] as const),
      ...(["answers", "labels", "marks", "seconds", "salt", "forget"] as const),
    ),
    recomputed(
      "that it is not later than the row review.judged; not when, which that row says",
      "at",
    ),
    recomputed(
      "whether: one that counts has the row verdict.stated of the run with its number, and exchange.forgotten where it forgets; not when. A case that is decided has both after some minutes, whatever stands here",
      "stated_at",
    ),
  ],
  review_rubric: [
    recomputed(
      "the row review.rubric-changed of the version, with a digest",
      ...(["version", "criteria", "labels"] as const),
    ),
    free("the row review.rubric-changed has its own actor and time", "made_by", "at"),
  ],
  review_figure: [
    free(
      "counts that outlive what they were made of; until then the verdict says the same",
      ...(["id", "run_id", "nth", "unit", "day", "seat", "rater", "upheld", "rubric"] as const),
      ...(["answers", "seconds", "reasons", "agents", "prompts", "policies", "model"] as const),
    ),
  ],
  forgotten_run: [
    recomputed("the row exchange.forgotten of the run", "run_id"),
    recomputed("the run's", "conversation_id"),
    recomputed("the time of the row exchange.forgotten, within an hour", "at"),
    recomputed(
      "the row exchange.told, within an hour, or that exchange.forgotten names nobody to be told; rows of earlier versions do not say",
      "told_at",
    ),
  ],
  review_judge: [
    recomputed(
      "the row review.judge-written of the version, with the digest of the prompt",
      ...(["version", "prompt", "model", "made_by"] as const),
    ),
    recomputed("the row review.judge-ended of the version", "ended_at", "off_reason"),
    free("the row review.judge-written has its own time", "at"),
  ],
  review_score: [
    recomputed(
      "the row review.scored of the run with the same version, with commitments to the reason, and to outcome and score until retention has erased the reason",
      ...(["run_id", "version", "outcome", "score", "reason", "salt"] as const),
    ),
    free("what the calls were sent and cost, for operators; the sums are in spending", "calls"),
    free("the row review.scored has its own time", "at"),
  ],
};
