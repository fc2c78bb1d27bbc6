/** The limits of policies. */
import "server-only";

/** Bounds the memory for decisions of one set of policies. */
export const DECISIONS_CACHED_MAX = 2_000;

/** Longest text of one policy. */
export const POLICY_TEXT_MAX_CHARS = 16_000;
/** The engine's parser runs out of stack between 100 and 200 levels. */
export const POLICY_NESTING_MAX = 40;
/** Levels of an expression, with operators. Evaluation runs out of stack between 200 and 400. */
export const EXPRESSION_LEVELS_MAX = 80;
