import { describe, expect, it } from "vitest";
import { clientAddress } from "./client-address.ts";
import { isSameOrigin } from "./is-same-origin.ts";

describe("isSameOrigin", () => {
  it.each([
    [{ host: "chat.example" }],
    [{ host: "chat.example", origin: "https://chat.example" }],
    [{ host: "chat.example:8080", origin: "http://chat.example:8080" }],
    [{ host: "chat.example", "sec-fetch-site": "same-origin" }],
    [{ host: "inner:3000", "x-forwarded-host": "chat.example", origin: "https://chat.example" }],
  ])("accepts %j", (headers) => {
    expect(isSameOrigin(new Headers(headers))).toBe(true);
  });

  it.each([
    [{ host: "chat.example", origin: "https://evil.example" }],
    [{ host: "chat.example", origin: "null" }],
    [{ host: "chat.example", "sec-fetch-site": "cross-site" }],
    [{ host: "chat.example", "sec-fetch-site": "same-site" }],
  ])("refuses %j", (headers) => {
    expect(isSameOrigin(new Headers(headers))).toBe(false);
  });
});

describe("clientAddress", () => {
  it("believes the nearest proxy only", () => {
    const headers = new Headers({ "x-forwarded-for": "10.9.8.7, 192.0.2.1" });
    expect(clientAddress(headers)).toBe("192.0.2.1");
    expect(clientAddress(new Headers())).toBe("unknown");
  });
});
