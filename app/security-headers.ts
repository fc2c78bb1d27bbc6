/** What every response says to the browser: those of the framework through next.config.mjs, and streams by themselves. */
export const SECURITY_HEADERS = {
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  "Referrer-Policy": "same-origin",
};
