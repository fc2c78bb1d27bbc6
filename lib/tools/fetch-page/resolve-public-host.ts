import "server-only";
/** Where a host lives, if all of it is on the public internet. */
import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { isPublicAddress } from "./public-address.ts";

export type HostAddress = { address: string; family: 4 | 6 };

/** @throws PageRefused where the host may not be reached, or is not known */
export type ResolveHost = (hostname: string) => Promise<HostAddress>;

/** A page that is not fetched. The text is for the model. */
export class PageRefused extends Error {
  override readonly name = "PageRefused";
}

type Lookup = (hostname: string) => Promise<readonly { address: string; family: number }[]>;

const lookUpAll: Lookup = (hostname) => lookup(hostname, { all: true });

/**
 * One private address among several refuses the host: whoever controls a name may mix them.
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
