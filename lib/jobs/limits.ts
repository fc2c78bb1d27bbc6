/** How often new audit events are sealed. */
export const SEAL_EVERY_MS = 1_000;
/** A process that ends seals what is left: for so long it begins new passes, with this pause between them. */
export const LAST_PASSES_WITHIN_MS = 5_000;
export const LAST_PASS_AFTER_MS = 200;

/** How often what was written is compared again, at moments that the clocks of all instances agree on. */
export const LOOK_EVERY_MS = 60_000;
/** Who has looked keeps others from it for so long: clocks of instances differ. */
export const LOOK_HELD_MS = 5_000;
/** After so long without the lock, a process looks without it: what holds it may not be one of ours. */
export const LOOK_ANYWAY_MS = 300_000;
/** Runs that are compared together: planning the statements takes longer than comparing a few runs. */
export const LOOK_BATCH_RUNS = 500;

/** A process whose looks, or whose hourly checks, have all failed for so long tells so, whatever the reason, if the database works. */
export const LOOK_MISSED_MAX_MS = 600_000;
export const CHECK_MISSED_MAX_MS = 3 * 3_600_000;

/** Longer than any job takes, in seconds. The job of a process that died is given up after it. */
export const JOB_EXPIRES_S = 6 * 3_600;
/** How often a failed job is started again, and after how many seconds. */
export const JOB_RETRIES_MAX = 2;
export const JOB_RETRY_AFTER_S = 300;

/** The pause before what earlier versions stored is signed again, while one is still up. */
export const SIGN_STATES_RETRY_MS = 60_000;

/** How often the rules of the review look at what was sealed since. */
export const APPLY_RULES_EVERY_MS = 5_000;
/** How long the service may take to forget an exchange. It is told again a minute later. */
export const TELL_SERVICE_TIMEOUT_MS = 10_000;
