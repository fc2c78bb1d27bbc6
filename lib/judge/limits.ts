/** The limits of the model judge. */
import "server-only";

/** Cases that one pass reads, at most. Budgets are checked before each of them. */
export const JUDGE_CASES_PER_PASS = 5;
/** Failures in a row that end a pass: one may be the case's own, and two say that the server is away. */
export const JUDGE_FAILURES_MAX = 2;
export const JUDGE_CALL_MAX_MS = 60_000;
/** The newest messages that it reads, and how much of each. */
export const JUDGE_MESSAGES_MAX = 12;
export const JUDGE_TEXT_MAX_CHARS = 8_000;
/** Longest reason that fits the form. */
export const JUDGE_REASON_MAX_CHARS = 200;
/** Two opposite questions have answers that add up to 1. Further from it, the model follows something else than the answer. */
export const JUDGE_CONTRADICTION_MAX = 0.3;
/** Fewer judged cases of either kind say too little to switch a version off. */
export const JUDGE_FLOOR_CASES_MIN = 20;
