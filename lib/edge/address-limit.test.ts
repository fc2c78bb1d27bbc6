/** Limits by network: whatever addresses a household or a site takes, it has the share of one. */
import { describe, expect, it } from "vitest";
import { createAddressLimit } from "./address-limit.ts";
import { clientNetworkOf } from "./client-network.ts";
import { ADDRESS_WINDOW_MS, NETWORKS_OF_SITE_MAX } from "./limits.ts";

const NOW = ADDRESS_WINDOW_MS;
const range = (count: number) => Array.from({ length: count }, (_, index) => index);

/** How many of these requests are let through in one window. */
function allowedOf(addresses: readonly string[], perWindow: number): number {
  const isWithin = createAddressLimit();
  return addresses.filter((address) => isWithin(address, perWindow, NOW)).length;
}

describe("clientNetworkOf", () => {
  it.each([
    ["192.0.2.1", "192.0.2.1", null],
    ["::ffff:192.0.2.1", "192.0.2.1", null],
    ["::FFFF:C000:0201", "192.0.2.1", null],
    ["0:0:0:0:0:ffff:c000:201", "192.0.2.1", null],
    ["64:ff9b::192.0.2.1", "192.0.2.1", null],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64", "2001:db8:1::/48"],
    ["2001:0DB8:0001:0002::", "2001:db8:1:2::/64", "2001:db8:1::/48"],
    ["fe80::1%eth0", "fe80::/64", "fe80::/48"],
    ["::1", "::/64", "::/48"],
    ["unknown", "unknown", null],
    ["", "", null],
  ])("of %s", (address, network, site) =>
    expect(clientNetworkOf(address)).toEqual({ network, site }),
  );
});

describe("a limit by network", () => {
  it("counts each IPv4 address, also where IPv6 carries it", () => {
    const one = range(10).flatMap(() => ["192.0.2.1", "::ffff:192.0.2.1", "::ffff:c000:201"]);
    expect(allowedOf(one, 5)).toBe(5);
    expect(
      allowedOf(
        range(40).map((last) => `192.0.2.${last}`),
        5,
      ),
    ).toBe(40);
  });

  it("counts all addresses of a /64 as one", () => {
    const addresses = range(40).map((last) => `2001:db8:1:2:${last.toString(16)}::${last}`);
    expect(allowedOf(addresses, 10)).toBe(10);
  });

  it("gives up to ten /64 of a /48 a share each", () => {
    const addresses = range(200).map((count) => `2001:db8:1:${count % NETWORKS_OF_SITE_MAX}::1`);
    expect(allowedOf(addresses, 10)).toBe(10 * NETWORKS_OF_SITE_MAX);
  });

  it("counts a /48 as one above ten /64, with what it has had", () => {
    const wide = range(5_000).map((count) => `2001:db8:1:${count.toString(16)}::1`);
    expect(allowedOf(wide, 300)).toBe(300);
    const after = range(11).flatMap((net) => range(40).map((last) => `2001:db8:1:${net}::${last}`));
    expect(allowedOf(after, 30)).toBe(30 * NETWORKS_OF_SITE_MAX);
    // Other sites have their own share.
    expect(allowedOf([...wide, "2001:db8:2::1", "192.0.2.1"], 300)).toBe(302);
  });

  it("begins anew after its window", () => {
    const isWithin = createAddressLimit();
    expect(isWithin("2001:db8::1", 1, NOW)).toBe(true);
    expect(isWithin("2001:db8::2", 1, NOW)).toBe(false);
    expect(isWithin("2001:db8::2", 1, NOW + ADDRESS_WINDOW_MS)).toBe(true);
  });
});
