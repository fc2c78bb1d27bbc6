/** The limits of running and following runs that are not settings. */
import "server-only";

/** The pause after a flush is at least this many times as long as the flush. */
export const FLUSH_PAUSE_FACTOR = 8;
/** Longest pause. A killed process loses at most this much plus one running flush. */
export const LONGEST_FLUSH_PAUSE_MS = 1_000;

/** How long an interrupted run's work may take to return. */
export const INTERRUPT_GRACE_MS = 3_000;

/** The pause before storing the end of a run is retried. It grows by this much, up to the maximum. */
export const FINISH_RETRY_MS = 500;
export const FINISH_RETRY_MAX_MS = 5_000;
/** Number of attempts if the database refuses the data itself. */
export const FINISH_REFUSED_ATTEMPTS = 5;
/** How long readers wait until the end is stored; the second applies if it refuses or is away. */
export const READERS_WAIT_MS = 20_000;
export const READERS_WAIT_IN_TROUBLE_MS = 5_000;

/** Running answers end if the database has stored nothing for this long, as seen by a process that was awake. */
export const STORAGE_PATIENCE_MS = 10_000;
export const STORAGE_LOOK_MS = 1_000;
/** Longest time between heartbeats, even for long leases: they also detect a database that is away. */
export const HEARTBEAT_MAX_MS = 5_000;

/** How often the log of another instance's run is read while the bus is lost. */
export const BUS_LOST_LOOK_MS = 500;
/** Every how many ticks it is read while the bus is open and silent, too: within a second of a message that was lost. */
export const TICKS_PER_LOOK = 2;
/** How often the log is read for something that the bus left out. */
export const GAP_LOOK_MS = 100;
/** Events of the bus that wait for one before them: those of ten seconds. */
export const EARLY_MAX = 400;

export const STREAM_KEEP_ALIVE_MS = 15_000;
export const STREAM_BACKLOG_MAX_BYTES = 1024 * 1024;

/** The slots of a killed process become free after this time. */
export const STREAM_SLOT_LEASE_MS = 60_000;
/** Several renewals fit into one lease, so that one failed renewal loses no slot. */
export const STREAM_SLOT_RENEW_MS = 20_000;

/** The places of a killed process at a model become free after this time; several renewals fit into it. */
export const PLACE_LEASE_MS = 10_000;
export const PLACE_RENEW_MS = 3_000;
/** How often who waits for a place looks at the queue. */
export const PLACE_LOOK_MS = 1_000;

/** New turns are refused when the database has stored nothing for this long. */
export const STORAGE_HITCH_MS = 2_000;
/** How often an instance says that it is up. */
export const INSTANCE_BEAT_MS = 1_000;

/** Pause before a change of structured memory is stored again after a flush that did not store it. */
export const CHANGE_RETRY_MS = 10;

/** How many runs of a dead process are taken over between two looks. Other processes take the rest. */
export const TAKEN_AT_ONCE_MAX = 20;
/** A run whose log only a newer version can read waits so long for one before it ends as interrupted. */
export const NEWER_VERSION_PATIENCE_MS = 600_000;

/** Pause between searches for what was deleted and is now to be erased. */
export const DELETED_LOOK_MS = 5_000;

/** How long a process that is told to end lets its runs end by themselves. */
export const DRAIN_MS = 10_000;

/** Characters of text in one message on the bus: each may take six bytes as JSON. */
export const MESSAGE_TEXT_MAX_CHARS = 400;

/** How long it may take to say that the process ends. */
export const TELL_END_MS = 1_000;
/** Others that were up so lately are looked for again before runs are ended for want of them. */
export const OTHERS_REMEMBERED_MS = 30_000;
