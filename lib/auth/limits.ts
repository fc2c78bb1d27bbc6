/**
 * The limits of sign-in and sign-up. Counts are failed attempts (sign-in) or attempts (sign-up) per window. A known device
 * has a count of its own; all others share three. `ADDRESS` is a client network (`lib/edge/client-network.ts`).
 */
export const SIGN_IN_FAILURES_PER_DEVICE = 10;
/** For one account from one client network. */
export const SIGN_IN_FAILURES_PER_PAIR = 10;
/** For one account from all addresses. */
export const SIGN_IN_FAILURES_PER_EMAIL = 30;
export const SIGN_IN_FAILURES_PER_ADDRESS = 100;
export const SIGN_IN_WINDOW_S = 15 * 60;
export const SIGN_UPS_PER_ADDRESS = 300;
export const SIGN_UP_WINDOW_S = 60 * 60;

/** Wrong passwords of a signed-in person who has to prove themself. */
export const PROOF_FAILURES_PER_PERSON = 10;
/** Links that one client network asks for in an hour, and that one e-mail address gets. */
export const LINKS_ASKED_PER_ADDRESS = 30;
export const LINKS_SENT_PER_EMAIL = 3;
export const LINKS_WINDOW_S = 60 * 60;
export const LINK_LIFETIME_MS = 60 * 60 * 1000;
/** A link that an operator hands on may take a day. */
export const HANDED_LINK_LIFETIME_MS = 24 * 60 * 60 * 1000;

/** How long a device stays known after a sign-in, and how many accounts it is known for. */
export const DEVICE_KNOWN_S = 180 * 24 * 60 * 60;
export const DEVICE_ACCOUNTS_MAX = 5;

/** A mail server that does not answer in this time counts as away. */
export const MAIL_TIMEOUT_MS = 8_000;
/** Pauses before each further attempt at a mail. */
export const MAIL_RETRIES_MS: readonly number[] = [2_000, 15_000];

export const EMAIL_MAX_CHARS = 320;
export const NAME_MAX_CHARS = 100;

export const SESSION_LIFETIME_S = 14 * 24 * 60 * 60;

/** How long the stream of an answer may rely on an earlier lookup of its session. */
export const PERSON_CACHED_MS = 2_000;
/** Bounds the memory for recent sessions; the oldest go first. */
export const PEOPLE_CACHED_MAX = 10_000;
/** Bounds the memory for verified cookie values. */
export const COOKIES_CACHED_MAX = 10_000;

/** The time in which UPLOADS_PER_MINUTE counts. */
export const UPLOAD_WINDOW_S = 60;
