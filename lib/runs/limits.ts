import "server-only";
/** Every limit of the running and following of runs that is not a setting. */

/** A flush takes at most one ninth of the time: the pause after it is at least this many times as long. */
export const FLUSH_PAUSE_FACTOR = 8;
/** A killed process loses this pause and the flush that was under way. */
export const LONGEST_FLUSH_PAUSE_MS = 1_000;

/** How often the end of a run is stored again where that fails. */
export const FINISH_ATTEMPTS = 5;
/** The wait before the first of these; each next one waits as much longer. */
export const FINISH_RETRY_MS = 500;

/** How often a stored run is read without news, in case a notification was lost. */
export const STORED_RUN_LOOK_MS = 2_000;

export const STREAM_KEEP_ALIVE_MS = 15_000;
export const STREAM_BACKLOG_MAX_BYTES = 1024 * 1024;
