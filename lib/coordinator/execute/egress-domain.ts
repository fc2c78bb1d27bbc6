import "server-only";
/** Where a call would go on the network, as far as its arguments tell before it runs. */

/** @returns the host of an argument named `url`; null where there is none */
export function egressDomainOf(args: unknown): string | null {
  const url = (args as { url?: unknown } | null)?.url;
  if (typeof url !== "string" || !URL.canParse(url)) return null;
  return new URL(url).hostname || null;
}
