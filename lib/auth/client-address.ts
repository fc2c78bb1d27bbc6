/** The network address that a request came from, as far as headers tell. Pure. */

const UNKNOWN = "unknown";

/**
 * The last entry of `x-forwarded-for`: the one that the nearest proxy, or our own server where
 * there is none, has written. Earlier entries are whatever the client says.
 */
export function clientAddress(headers: Headers): string {
  const entries = headers.get("x-forwarded-for")?.split(",") ?? [];
  return entries.at(-1)?.trim().toLowerCase() || UNKNOWN;
}
