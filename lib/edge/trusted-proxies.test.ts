import { describe, expect, it } from "vitest";
import { clientAddressOf, parseNetworks } from "./trusted-proxies.ts";

const trusted = parseNetworks(["10.0.0.0/8", "192.0.2.7", "2001:db8::/32"]);

describe("clientAddressOf", () => {
  it.each([
    ["a stranger's claim", "198.51.100.1", "203.0.113.9", "198.51.100.1"],
    ["no claim", "198.51.100.1", undefined, "198.51.100.1"],
    ["a proxy of ours", "10.1.2.3", "203.0.113.9", "203.0.113.9"],
    ["a proxy that is written as IPv6", "::ffff:10.1.2.3", "203.0.113.9", "203.0.113.9"],
    ["a proxy with IPv6", "2001:db8::1", "203.0.113.9", "203.0.113.9"],
    ["two proxies of ours", "10.1.2.3", "203.0.113.9, 192.0.2.7", "203.0.113.9"],
    ["what the client put before", "10.1.2.3", "1.2.3.4, 203.0.113.9", "203.0.113.9"],
    ["a claim that is no address", "10.1.2.3", "203.0.113.9, <script>", "10.1.2.3"],
    ["a client with its port", "10.1.2.3", "203.0.113.9:51234", "203.0.113.9"],
    ["an IPv6 client with its port", "10.1.2.3", "[2001:db9::1]:51234", "2001:db9::1"],
    ["an IPv6 client in brackets", "10.1.2.3", "[2001:db9::1]", "2001:db9::1"],
    ["a proxy that names nobody", "10.1.2.3", "", "10.1.2.3"],
    ["a connection without an address", undefined, "203.0.113.9", "unknown"],
  ])("%s", (_what, remote, claimed, client) =>
    expect(clientAddressOf(remote, claimed, trusted)).toBe(client),
  );

  it("trusts no proxy if none is configured", () =>
    expect(clientAddressOf("10.1.2.3", "203.0.113.9", [])).toBe("10.1.2.3"));
});

it("reads a network of IPv4 addresses that is written as IPv6", () => {
  const written = parseNetworks(["::ffff:10.0.0.0/104", "::ffff:192.0.2.7"]);
  expect(clientAddressOf("::ffff:10.1.2.3", "203.0.113.9, 192.0.2.7", written)).toBe("203.0.113.9");
  expect(clientAddressOf("::ffff:11.1.2.3", "203.0.113.9", written)).toBe("11.1.2.3");
});

it("parseNetworks names an invalid network", () =>
  expect(() => parseNetworks(["10.0.0.0/33"])).toThrow("10.0.0.0/33"));
