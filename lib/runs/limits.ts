import "server-only";
/** Every limit of the running and following of runs that is not a setting. */

/** A flush takes at most one ninth of the time: the pause after it is at least this many times as long. */
export const FLUSH_PAUSE_FACTOR = 8;
/** A killed process loses this pause and the flush that was under way. */
export const LONGEST_FLUSH_PAUSE_MS = 1_000;

/** Work that has not come back so long after its run was interrupted is not waited for. */
export const INTERRUPT_GRACE_MS = 3_000;

/** The wait before the end of a run is stored again; each next one is as much longer, up to the longest. */
export const FINISH_RETRY_MS = 500;
export const FINISH_RETRY_MAX_MS = 5_000;
/** How often that is tried where the database refuses what it is given. */
export const FINISH_REFUSED_ATTEMPTS = 5;
/** How long readers wait for the end to be stored; and where the database has been away for a while already. */
export const READERS_WAIT_MS = 20_000;
export const READERS_WAIT_IN_TROUBLE_MS = 5_000;

/** When the database has taken nothing for this long, answers under way end. */
export const STORAGE_PATIENCE_MS = 15_000;
export const STORAGE_LOOK_MS = 1_000;
/** Long leases are renewed often all the same: a heartbeat is how a database that is away is noticed. */
export const HEARTBEAT_MAX_MS = 5_000;

/** How often a stored run is read without news, in case a notification was lost. */
export const STORED_RUN_LOOK_MS = 2_000;

export const STREAM_KEEP_ALIVE_MS = 15_000;
export const STREAM_BACKLOG_MAX_BYTES = 1024 * 1024;
