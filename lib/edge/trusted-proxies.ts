/** Finds the client address of a request: the connection's peer, or the address that a trusted proxy names. */
import ipaddr from "ipaddr.js";

export type Network = ReturnType<typeof ipaddr.parseCIDR>;

const UNKNOWN = "unknown";

/**
 * @param names addresses and CIDRs, e.g. `10.0.0.0/8`
 * @throws Error that names the invalid one
 */
export function parseNetworks(names: readonly string[]): Network[] {
  return names.map((name) => {
    if (ipaddr.isValidCIDR(name)) return toIPv4Network(ipaddr.parseCIDR(name));
    if (!ipaddr.isValid(name)) throw new Error(`"${name}" is neither an address nor a CIDR`);
    const address = ipaddr.process(name);
    return [address, address.kind() === "ipv4" ? 32 : 128];
  });
}

/**
 * Walks `X-Forwarded-For` from its end: each trusted proxy has appended the address of its client.
 * @param remote the connection's peer
 */
export function clientAddressOf(
  remote: string | undefined,
  forwardedFor: string | undefined,
  trusted: readonly Network[],
): string {
  let client = parse(remote ?? "");
  if (client === null) return UNKNOWN;
  for (const entry of (forwardedFor ?? "").split(",").reverse()) {
    if (!isIn(client, trusted)) break;
    const named = parse(withoutPort(entry.trim()));
    if (named === null) break;
    client = named;
  }
  return client.toString();
}

/** Some proxies append a port: `203.0.113.9:51234`, `[2001:db8::1]:51234`. */
const WITH_PORT = /^(?:\[([^\]]+)\]|(\d+(?:\.\d+){3}))(?::\d{1,5})?$/;

function withoutPort(entry: string): string {
  const [, bracketed, dotted] = WITH_PORT.exec(entry) ?? [];
  return bracketed ?? dotted ?? entry;
}

const MAPPED_BITS = 96;

/** Converts a network of IPv4-mapped IPv6 addresses to the IPv4 network, as `parse` does for each address. */
function toIPv4Network([address, bits]: Network): Network {
  const isMapped = address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress();
  return isMapped && bits >= MAPPED_BITS
    ? [address.toIPv4Address(), bits - MAPPED_BITS]
    : [address, bits];
}

type Address = ReturnType<typeof ipaddr.process>;

/** Turns an IPv4-mapped IPv6 address into IPv4. */
function parse(text: string): Address | null {
  return ipaddr.isValid(text) ? ipaddr.process(text) : null;
}

function isIn(address: Address, networks: readonly Network[]): boolean {
  return networks.some(
    ([network, bits]) => network.kind() === address.kind() && address.match(network, bits),
  );
}
