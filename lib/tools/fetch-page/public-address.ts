import "server-only";
/** Which addresses are on the public internet (IANA's special-purpose registries, RFC 6890 and its updates). */
import { BlockList, isIP } from "node:net";

const SPECIAL_V4: readonly [address: string, prefix: number][] = [
  ["0.0.0.0", 8], // this network
  ["10.0.0.0", 8], // private
  ["100.64.0.0", 10], // carrier-grade NAT
  ["127.0.0.0", 8], // loopback
  ["169.254.0.0", 16], // link-local, and the metadata services of clouds
  ["172.16.0.0", 12], // private
  ["192.0.0.0", 24], // protocol assignments
  ["192.0.2.0", 24], // documentation
  ["192.31.196.0", 24], // AS112
  ["192.52.193.0", 24], // AMT
  ["192.88.99.0", 24], // 6to4 relays
  ["192.168.0.0", 16], // private
  ["192.175.48.0", 24], // AS112
  ["198.18.0.0", 15], // benchmarks
  ["198.51.100.0", 24], // documentation
  ["203.0.113.0", 24], // documentation
  ["224.0.0.0", 4], // multicast
  ["240.0.0.0", 4], // reserved, and broadcast
];

/** Of IPv6 only global unicast is public, less what stands for something else within it. */
const SPECIAL_V6: readonly [address: string, prefix: number][] = [
  ["2001::", 23], // protocol assignments, Teredo and ORCHID among them
  ["2001:db8::", 32], // documentation
  ["2002::", 16], // 6to4: an IPv4 address in disguise
  ["2620:4f:8000::", 48], // AS112
  ["3fff::", 20], // documentation
];

const special = new BlockList();
for (const [address, prefix] of SPECIAL_V4) special.addSubnet(address, prefix, "ipv4");
for (const [address, prefix] of SPECIAL_V6) special.addSubnet(address, prefix, "ipv6");
const globalUnicast = new BlockList();
globalUnicast.addSubnet("2000::", 3, "ipv6");

/** False for anything that is not a plain IP address. Mapped IPv4 (`::ffff:…`) is never public. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !special.check(address, "ipv4");
  if (family !== 6 || address.includes("%")) return false;
  return globalUnicast.check(address, "ipv6") && !special.check(address, "ipv6");
}
