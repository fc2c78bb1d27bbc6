/** Resolves a host name, and refuses every host that is not on the public internet. */
import "server-only";
import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

export type HostAddress = { address: string; family: 4 | 6 };

/** @throws PageRefused where the host may not be reached, or does not exist */
export type ResolveHost = (hostname: string) => Promise<HostAddress>;

/** A page that is not fetched. The message is for the model. */
export class PageRefused extends Error {
  override readonly name = "PageRefused";
}

type Lookup = (hostname: string) => Promise<readonly { address: string; family: number }[]>;

/** The only block that IANA has assigned to global unicast addresses. */
const GLOBAL_UNICAST_V6 = ipaddr.IPv6.parseCIDR("2000::/3");

const lookUpAll: Lookup = (hostname) => lookup(hostname, { all: true });

/**
 * Refuses the host where any of its addresses is private: an attacker who controls the name may mix them.
 * @param hostname as `URL` has it, so that `0x7f.1` is `127.0.0.1` already and IPv6 stands in brackets
 */
export async function resolvePublicHost(
  hostname: string,
  lookUp: Lookup = lookUpAll,
): Promise<HostAddress> {
  const bare = hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
  const family = isIP(bare);
  const found = family ? [{ address: bare, family }] : await find(bare, lookUp);
  const [first] = found;
  if (!first) throw new PageRefused(`There is no host ${hostname}.`);
  if (!found.every(({ address }) => isPublicAddress(address)))
    throw new PageRefused("This address is not on the public internet, so it cannot be read.");
  return { address: first.address, family: first.family === 6 ? 6 : 4 };
}

async function find(hostname: string, lookUp: Lookup) {
  try {
    return await lookUp(hostname);
  } catch {
    throw new PageRefused(`There is no host ${hostname}.`);
  }
}

/**
 * True for public unicast addresses in their plain form. False for every special-purpose range of IANA, for IPv4 inside
 * IPv6, for zone ids, and for the octal, hexadecimal and short forms of IPv4 that `ipaddr.js` itself would accept.
 */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 0 || address.includes("%")) return false;
  const parsed = ipaddr.parse(address);
  if (parsed instanceof ipaddr.IPv6 && !parsed.match(GLOBAL_UNICAST_V6)) return false;
  return parsed.range() === "unicast";
}
