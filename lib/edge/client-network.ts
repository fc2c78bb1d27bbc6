/**
 * The network of a client address, by which limits count. One household has a /64 of IPv6, which is more addresses than
 * anybody can count, and one site has a /48 of them. Of IPv4 each address is a network.
 */
import ipaddr from "ipaddr.js";

export type ClientNetwork = {
  /** `192.0.2.1`, `2001:db8:1:2::/64`, or the text itself where it is no address. */
  network: string;
  /** The /48 around a /64; null for all others. */
  site: string | null;
};

const NETWORK_BITS = 64;
const SITE_BITS = 48;
/** Ranges of IPv6 that hold one IPv4 address in their last 32 bits (RFC 4291, RFC 6052, RFC 6145). */
const HOLDS_IPV4: ReadonlySet<string> = new Set(["ipv4Mapped", "rfc6052", "rfc6145"]);

export function clientNetworkOf(address: string): ClientNetwork {
  const [plain = ""] = address.trim().split("%", 1);
  if (!ipaddr.IPv6.isValid(plain)) return { network: address, site: null };
  const parsed = ipaddr.IPv6.parse(plain);
  if (HOLDS_IPV4.has(parsed.range())) return { network: lastFourBytes(parsed), site: null };
  return { network: prefixOf(parsed, NETWORK_BITS), site: prefixOf(parsed, SITE_BITS) };
}

type IPv6 = ReturnType<typeof ipaddr.IPv6.parse>;

function lastFourBytes(address: IPv6): string {
  return address.toByteArray().slice(-4).join(".");
}

function prefixOf(address: IPv6, bits: number): string {
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/${bits}`)}/${bits}`;
}
