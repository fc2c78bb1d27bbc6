/** What the audit trail says of the columns of cases and verdicts. */
import "server-only";
import { free, recomputed } from "./covered.ts";

export const COVERED_REVIEWS = {
  review_case: [
    recomputed("the row answer.contested of the run", "run_id", "reference"),
    recomputed("the run's", "conversation_id"),
    free(
      "a working state: what is waited for, and in which order",
      ...(["state", "urgency", "since"] as const),
    ),
  ],
  review_reason: [
    recomputed(
      "the row answer.contested of the run, with a commitment to the words",
      ...(["run_id", "kind", "figure", "words", "salt"] as const),
    ),
    free("the row answer.contested has its own time", "at"),
  ],
  review_seat: [
    free(
      "a working state: it opens nothing without the row review.taken of the same reviewer",
      ...(["run_id", "seat", "user_id", "until", "draft"] as const),
    ),
  ],
  review_verdict: [
    recomputed(
      "the row review.judged of the run with the same number, with commitments to the words",
      ...(["run_id", "nth", "judged_by", "upheld", "told", "note", "salt"] as const),
    ),
    free("the row review.judged has its own time", "at"),
  ],
};
