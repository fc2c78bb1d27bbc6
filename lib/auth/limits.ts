/** The limits of sign-in and sign-up. Counts are failed attempts (sign-in) or attempts (sign-up) per window. */
export const SIGN_IN_FAILURES_PER_EMAIL = 10;
export const SIGN_IN_FAILURES_PER_ADDRESS = 100;
export const SIGN_IN_WINDOW_S = 15 * 60;
export const SIGN_UPS_PER_ADDRESS = 300;
export const SIGN_UP_WINDOW_S = 60 * 60;

export const EMAIL_MAX_CHARS = 320;
export const NAME_MAX_CHARS = 100;
export const PASSWORD_MIN_CHARS = 8;
export const PASSWORD_MAX_CHARS = 128;

export const SESSION_LIFETIME_S = 14 * 24 * 60 * 60;

/** How long the stream of an answer may rely on an earlier lookup of its session. */
export const PERSON_CACHED_MS = 2_000;
/** Bounds the memory for recent sessions; the oldest go first. */
export const PEOPLE_CACHED_MAX = 10_000;
/** Bounds the memory for verified cookie values. */
export const COOKIES_CACHED_MAX = 10_000;
