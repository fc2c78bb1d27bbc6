/** Refuses forms that another site makes a browser send. Pure. */

/** False where the browser says that the request comes from somewhere else. */
export function isSameOrigin(headers: Headers): boolean {
  const site = headers.get("sec-fetch-site");
  if (site !== null && site !== "same-origin" && site !== "none") return false;
  const origin = headers.get("origin");
  if (origin === null) return true;
  const host = headers.get("x-forwarded-host") ?? headers.get("host");
  return URL.parse(origin)?.host === host;
}
