/** The names of the session cookie: plain, and on an https address. Pure, so that proxy.ts can read them. */
export const SESSION_COOKIE = "halfsilver.session_token";
export const SECURE_SESSION_COOKIE = `__Secure-${SESSION_COOKIE}`;
