/** Reads the network address that a request came from. */

const UNKNOWN = "unknown";

/**
 * The last entry of `x-forwarded-for`. The edge leaves one entry there, whatever the client claimed
 * (`lib/edge/guard-server.ts`).
 */
export function clientAddress(headers: Headers): string {
  const entries = headers.get("x-forwarded-for")?.split(",") ?? [];
  return entries.at(-1)?.trim().toLowerCase() || UNKNOWN;
}
