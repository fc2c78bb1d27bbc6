import { describe, expect, it } from "vitest";
import { isPublicAddress, resolvePublicHost } from "./public-host.ts";

const PRIVATE = [
  "0.0.0.0",
  "10.1.2.3",
  "100.64.0.1",
  "127.0.0.1",
  "127.255.255.254",
  "169.254.169.254",
  "172.16.0.1",
  "172.31.255.255",
  "192.0.0.8",
  "192.0.2.1",
  "192.88.99.1",
  "192.168.1.1",
  "198.18.0.1",
  "198.51.100.7",
  "203.0.113.9",
  "224.0.0.1",
  "240.0.0.1",
  "255.255.255.255",
  "::",
  "::1",
  "::ffff:127.0.0.1",
  "::ffff:8.8.8.8",
  "::ffff:7f00:1",
  "::127.0.0.1",
  "64:ff9b::7f00:1",
  "64:ff9b:1::1",
  "100::1",
  "2001::1",
  "2001:10::1",
  "2001:db8::1",
  "2002:7f00:1::",
  "3fff::1",
  "fc00::1",
  "fd12::1",
  "fe80::1",
  "fe80::1%eth0",
  "fec0::1",
  "ff02::1",
  "5f00::1",
];
const NO_ADDRESS = [
  "",
  "localhost",
  "127.1",
  "0x7f.0.0.1",
  "2130706433",
  "[::1]",
  "8.8.8.8:80",
  "2606:4700::%1",
];

describe("isPublicAddress", () => {
  it.each([...PRIVATE, ...NO_ADDRESS])("keeps away from %s", (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each([
    "8.8.8.8",
    "1.1.1.1",
    "172.32.0.1",
    "100.128.0.1",
    "2606:4700:4700::1111",
    "2a00:1450::1",
  ])("lets %s pass", (address) => expect(isPublicAddress(address)).toBe(true));
});

describe("resolvePublicHost", () => {
  const lookUp =
    (...addresses: string[]) =>
    async () =>
      addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));

  it("gives the address to connect to", async () => {
    expect(await resolvePublicHost("a.example", lookUp("8.8.8.8", "1.1.1.1"))).toEqual({
      address: "8.8.8.8",
      family: 4,
    });
    expect(await resolvePublicHost("[2606:4700::1]", lookUp())).toEqual({
      address: "2606:4700::1",
      family: 6,
    });
  });

  it.each([
    ["one private address among public ones", "a.example", ["8.8.8.8", "10.0.0.1"]],
    ["a name of a private address", "a.example", ["::1"]],
    ["a name without addresses", "a.example", []],
    ["an address written as a name", "127.0.0.1.", ["8.8.8.8"]],
    ["an address in brackets", "[::ffff:7f00:1]", ["8.8.8.8"]],
  ])("refuses %s", async (_, host, addresses) => {
    await expect(resolvePublicHost(host, lookUp(...addresses))).rejects.toThrow(
      /no host|public internet/,
    );
  });

  it("refuses a name that nobody knows, in words", async () => {
    const unknown = () => Promise.reject(new Error("ENOTFOUND secret-server"));
    await expect(resolvePublicHost("a.example", unknown)).rejects.toThrow(
      "There is no host a.example.",
    );
  });

  it("takes every way to write the loopback address for what it is", async () => {
    for (const url of [
      "http://2130706433/",
      "http://0x7f.1/",
      "http://127.1/",
      "http://0177.0.0.1/",
      "http://[::1]/",
      "http://①②⑦.0.0.1/",
    ])
      await expect(resolvePublicHost(new URL(url).hostname, lookUp("8.8.8.8"))).rejects.toThrow(
        "public internet",
      );
  });
});
