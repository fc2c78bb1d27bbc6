/** An address of a model server as people write it: the scheme may be missing. */
import ipaddr from "ipaddr.js";
import { z } from "zod";

const NEAR = new Set(["loopback", "private", "linkLocal", "uniqueLocal", "carrierGradeNat"]);

export const ModelAddress = z
  .string()
  .trim()
  .transform(completeAddress)
  .pipe(z.url({ protocol: /^https?$/ }));

/** Adds the scheme: http for this machine and private networks, https elsewhere. */
export function completeAddress(given: string): string {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(given)) return given;
  const host = /^(\[[^\]]*\]|[^:/?#]*)/.exec(given)?.[0] ?? "";
  return `${isNear(host.replace(/^\[|\]$/g, "")) ? "http" : "https"}://${given}`;
}

/** Names without a dot are machines of one's own network, such as the services of Docker Compose. */
function isNear(host: string): boolean {
  if (ipaddr.isValid(host)) return NEAR.has(ipaddr.process(host).range());
  return !host.includes(".") || /\.(local|localhost|internal|lan|home\.arpa)$/i.test(host);
}
