import "server-only";
/** Every limit of a model call that is not a setting. */

/** How long a stream may stay open after its finish reason. Usage and `[DONE]` follow at once, or never. */
export const FINISH_GRACE_MS = 2_000;

/** How long a body may take to end after `[DONE]`. Only a body that was read to its end leaves its connection to the next call. */
export const DONE_GRACE_MS = 100;

export const FIRST_RETRY_WAIT_MS = 400;
export const LONGEST_RETRY_WAIT_MS = 8_000;
/** A server that asks for a longer wait is not asked again: the person would give up first. */
export const LONGEST_RETRY_AFTER_MS = 30_000;

/** Longest detail of a failure that goes to the log, in characters. */
export const FAILURE_DETAIL_MAX_CHARS = 500;
