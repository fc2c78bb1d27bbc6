/** The names of the session cookie over http and https. */
export const SESSION_COOKIE = "halfsilver.session_token";
export const SECURE_SESSION_COOKIE = `__Secure-${SESSION_COOKIE}`;
