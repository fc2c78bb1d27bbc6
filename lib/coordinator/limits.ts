/**
 * The limits of planning and concluding a turn. How many rounds and how much time a turn has are settings
 * (AGENT_MAX_*).
 */
import "server-only";

/** An invalid plan is asked for once more. */
export const PLAN_ATTEMPTS_MAX = 2;
/** Most steps of one plan, and most undone parts that one revision names. */
export const PLAN_STEPS_MAX = 5;
/** Most tool calls that one step of a plan names. */
export const PLAN_TOOLS_MAX = 8;
/** Bounds the model calls for plans of one turn. */
export const PLAN_REVISIONS_MAX = 2;
/** Most undone parts of all revisions, as in the schema of a stored plan. */
export const PLAN_UNDONE_MAX = 10;
/** Longest objective of a resumed step, as in the schema of a stored plan. */
export const OBJECTIVE_MAX_CHARS = 600;
/** Longest stored name of a mentioned file. It fits into the context state. */
export const MENTION_MAX_CHARS = 100;

/** Longest list of keys that a plan had and the schema does not know, as the log keeps it. */
export const DROPPED_KEYS_MAX_CHARS = 500;

/** A conversation's title: how long its call may take, how much of a message it reads, what counts as a title at all. */
export const TITLE_CALL_MAX_MS = 30_000;
export const TITLE_TEXT_MAX_CHARS = 2_000;
export const TITLE_PROPOSAL_MAX_CHARS = 120;
