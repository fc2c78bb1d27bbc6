/** The limits of the bus. */
import "server-only";

/** PostgreSQL takes payloads of less than 8,000 bytes. */
export const NOTIFICATION_MAX_BYTES = 7_900;
/** Size of a message with its topic, as JSON in a notification. Quotes in it are escaped twice. */
export const MESSAGE_MAX_BYTES = 3_000;
/** How long an instance collects messages before it publishes them: a commit that notifies delays all other commits. */
export const BATCH_MS = 25;
/** How long a notification may take to come back, on a busy machine. */
export const HEARD_WITHIN_MS = 5_000;
/** How often a bus proves that it still hears itself. Readers read the log after twice this time at most. */
export const BEAT_MS = 500;
/** The pause before a broken connection is opened again. */
export const REOPEN_MS = 500;
