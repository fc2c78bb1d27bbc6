/** Links, accounts and sign-ins are limited by the client's network, in the database that all instances share. */
import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { provideTestDatabase } from "../db/testing/turn-fixtures.ts";
import { NETWORKS_OF_SITE_MAX } from "../edge/limits.ts";
import { settings } from "../env/settings.ts";
import {
  LINKS_ASKED_PER_ADDRESS,
  SIGN_IN_FAILURES_PER_ADDRESS,
  SIGN_IN_FAILURES_PER_PAIR,
} from "./limits.ts";
import { countLinkAsked, countSignIn, countUpload, forgiveSignIn } from "./sign-in-limiter.ts";

provideTestDatabase();
const range = (count: number) => Array.from({ length: count }, (_, index) => index);
const isTrue = (value: boolean) => value;

async function linksFrom(addresses: readonly string[]): Promise<number> {
  const allowed: boolean[] = [];
  for (const address of addresses) allowed.push(await countLinkAsked(address));
  return allowed.filter(isTrue).length;
}

describe("asking for links", () => {
  it("is limited by IPv4 address, also where IPv6 carries it", async () => {
    const mixed = range(LINKS_ASKED_PER_ADDRESS).flatMap(() => ["192.0.2.1", "::ffff:c000:0201"]);
    expect(await linksFrom(mixed)).toBe(LINKS_ASKED_PER_ADDRESS);
    expect(await countLinkAsked("192.0.2.2")).toBe(true);
  });

  it("is limited by /64 of IPv6", async () => {
    const addresses = range(2 * LINKS_ASKED_PER_ADDRESS).map((last) => `2001:db8:1:1::${last}`);
    expect(await linksFrom(addresses)).toBe(LINKS_ASKED_PER_ADDRESS);
    expect(await countLinkAsked("2001:db8:1:2::1")).toBe(true);
  });

  it("is limited by /48 above ten /64", async () => {
    const addresses = range(4 * LINKS_ASKED_PER_ADDRESS).map(
      (net) => `2001:db8:2:${net.toString(16)}::1`,
    );
    expect(await linksFrom(addresses)).toBe(LINKS_ASKED_PER_ADDRESS);
    expect(await countLinkAsked("2001:db8:3::1")).toBe(true);
  });
});

describe("failed sign-ins", () => {
  const attempt = (address: string, email = `${randomUUID()}@example.org`) => ({
    email,
    address,
    deviceId: null,
  });

  it("count together for one account from all addresses of a /64", async () => {
    const email = "one@example.org";
    const allowed: boolean[] = [];
    for (const last of range(2 * SIGN_IN_FAILURES_PER_PAIR))
      allowed.push(await countSignIn(attempt(`2001:db8:4:1::${last}`, email)));
    expect(allowed.filter(isTrue)).toHaveLength(SIGN_IN_FAILURES_PER_PAIR);
  });

  it("are forgiven to the network and to the site", async () => {
    // Each signs in: nothing of it counts, whatever networks they come from.
    for (const count of range(2 * SIGN_IN_FAILURES_PER_ADDRESS)) {
      const one = attempt(`2001:db8:5:${count % 20}::1`);
      expect(await countSignIn(one)).toBe(true);
      await forgiveSignIn(one);
    }
    // Nor are those networks seen: ten have a share each.
    const each = SIGN_IN_FAILURES_PER_ADDRESS / 5;
    for (const net of range(NETWORKS_OF_SITE_MAX))
      for (const _try of range(each))
        expect(await countSignIn(attempt(`2001:db8:5:a${net}::1`))).toBe(true);
  });
});

describe("uploads", () => {
  it("are counted for each person, not for others", async () => {
    const [person, other] = [randomUUID(), randomUUID()];
    const allowed: boolean[] = [];
    for (const _ of range(settings().UPLOADS_PER_MINUTE + 5))
      allowed.push(await countUpload(person));
    expect(allowed.filter(isTrue)).toHaveLength(settings().UPLOADS_PER_MINUTE);
    expect(allowed.lastIndexOf(true)).toBe(settings().UPLOADS_PER_MINUTE - 1);
    expect(await countUpload(other)).toBe(true);
  });
});
