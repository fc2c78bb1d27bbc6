import { describe, expect, it } from "vitest";
import { clientAddress } from "./client-address.ts";

describe("clientAddress", () => {
  it("trusts the nearest proxy only", () => {
    const headers = new Headers({ "x-forwarded-for": "10.9.8.7, 192.0.2.1" });
    expect(clientAddress(headers)).toBe("192.0.2.1");
    expect(clientAddress(new Headers())).toBe("unknown");
  });
});
