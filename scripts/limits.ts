/** The limits of starting, building and stopping the processes. */

/** One Ctrl-C arrives several times within moments: from the terminal, from npm and from the parent process. */
export const SAME_SIGNAL_MS = 500;
/** Time to end in order, where SHUTDOWN_GRACE_MS is not set. */
export const SHUTDOWN_GRACE_DEFAULT_MS = 30_000;
/** How often an ending server closes connections that have become idle. */
export const IDLE_CHECK_MS = 50;

/** How long the server may take until its health check succeeds. */
export const SERVER_READY_TIMEOUT_MS = 120_000;
export const SERVER_READY_LOOK_MS = 50;
/** Time limit of one request for its health. */
export const HEALTH_TIMEOUT_MS = 60_000;

/** Time for the check of the models at the start, which waits for a model as long as a turn may (MODEL_FIRST_TOKEN_TIMEOUT_MS). */
export const MODEL_REPORT_TIMEOUT_MS = 330_000;

/** A cluster after a crash first replays its log. */
export const POSTGRES_READY_TIMEOUT_MS = 60_000;
/** A longer log file is emptied at the next start. */
export const POSTGRES_LOG_MAX_BYTES = 10_000_000;
/** Time for a PostgreSQL of a killed start to end, and for its processes after it. */
export const POSTGRES_ORPHAN_GRACE_MS = 20_000;
export const POSTGRES_WORKERS_GRACE_MS = 5_000;

/** The pause before a service is started again. It doubles with every failed start, up to the longest one. */
export const RESTART_FIRST_PAUSE_MS = 500;
export const RESTART_LONGEST_PAUSE_MS = 30_000;
/** A service that was up for this long starts again with the shortest pause. */
export const RESTART_STEADY_MS = 60_000;

/** How often a service that can be asked is asked whether it works, and how long it may take to answer. */
export const HANG_ASK_PAUSE_MS = 1_000;
export const HANG_ANSWER_MS = 5_000;
/** So many times in a row without an answer, and it hangs. */
export const HANG_UNANSWERED_MAX = 2;

/** Two starts may find the same dead holder at once. After this time, the file names the one that holds the folder. */
export const DATA_DIR_SETTLE_MS = 100;
/** Time for a child of a killed start to end. */
export const ORPHAN_GRACE_MS = 10_000;

/** As for every account. */
export const DEMO_PASSWORD_MIN_CHARS = 8;
/** Last lines of a failed program's output that are printed. */
export const TOOL_OUTPUT_MAX_LINES = 60;

/** The pause before a worker that ended is started again. */
export const WORKER_RESTART_PAUSE_MS = 500;
