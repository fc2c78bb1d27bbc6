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
    if (ipaddr.isValidCIDR(name)) return ipaddr.parseCIDR(name);
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
    const named = parse(entry.trim());
    if (named === null) break;
    client = named;
  }
  return client.toString();
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
