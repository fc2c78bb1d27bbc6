import { describe, expect, it } from "vitest";
import { parseExact } from "../contracts/json/exact-numbers.ts";
import { sanitise } from "./sanitise.ts";
import { ASSIGNED, SHAPES } from "./testing/secret-samples.ts";

const PLAIN = [
  "max_tokens: 4096, token_count=12, prompt_tokens: 7",
  "The token: a unit of text. Basic requirements. Bearer authentication.",
  "nextPageToken=CAUQAA and page_token: CAUQAA12",
  "class=sk-folding-cube, a risk-assessment-of-many-things",
  "2880067194370816120",
  "4503599627370496\n",
  "0.4111111111111111 and 1234 5678 9012 3456",
  "token = tokens[0]\npassword = getpass.getpass()\nif token == other: pass",
  "password=None; secret: true; api_key=$API_KEY",
  "https://example.org:8080/path?mail=a@b.c",
  "the author's keyboard, secretary@example.org",
];

describe("sanitise", () => {
  it.each(SHAPES)("finds a %s by its shape: %s", (kind, text, canary) => {
    const { value, redactions } = sanitise(text);
    expect(value).toContain(`[redacted:${kind}]`);
    expect(value).not.toContain(canary);
    expect(redactions).toBeGreaterThan(0);
  });

  it.each(ASSIGNED)("finds a secret by the name before it: %s", (text, canary) => {
    const { value } = sanitise(text);
    expect(value).toContain("[redacted:");
    expect(value).not.toContain(canary);
  });

  it.each(PLAIN)("leaves alone: %s", (text) => {
    expect(sanitise(text)).toEqual({ value: text, redactions: 0 });
  });

  it("goes by field name, whatever its case and separators, and keeps the structure", () => {
    const { value, redactions } = sanitise({
      user: "ann",
      "X-API-Key": "k",
      dbPassword: "p",
      list: [{ refresh_token: "r", expires_in: 3600 }],
      credentials: { login: "ann", pin: 1234, active: true, note: null },
      usage: { prompt_tokens: 12 },
    });
    expect(value).toEqual({
      user: "ann",
      "X-API-Key": "[redacted:field]",
      dbPassword: "[redacted:field]",
      list: [{ refresh_token: "[redacted:field]", expires_in: 3600 }],
      credentials: {
        login: "[redacted:field]",
        pin: "[redacted:field]",
        active: true,
        note: null,
      },
      usage: { prompt_tokens: 12 },
    });
    expect(redactions).toBe(5);
  });

  it.each([
    ['{"pin":4821}', { pin: "[redacted:field]" }],
    ['{"otp": 482913, "ok": true}', { otp: "[redacted:field]", ok: true }],
    ['{"ssn":123456789}', { ssn: "[redacted:government-id]" }],
    ['[{"puk":12345678}]', [{ puk: "[redacted:field]" }]],
  ])("leaves JSON of %s", (text, masked) => {
    expect(JSON.parse(sanitise(text).value)).toEqual(masked);
  });

  it("reads JSON inside strings, at several depths, and keeps large numbers exact", () => {
    const inner = JSON.stringify({ api_key: "k1", deeper: JSON.stringify({ pwd: "k2" }) });
    const text = `{"id": 12345678901234567890, "inner": ${JSON.stringify(inner)}}`;
    const { value } = sanitise(text);
    expect(value).toContain("12345678901234567890");
    expect(value).not.toMatch(/k1|k2/);
    expect(JSON.parse(JSON.parse(value).inner)).toMatchObject({ api_key: "[redacted:field]" });
    expect(sanitise('{"pass\\u0077ord":"hunter2"}').value).toBe('{"password":"[redacted:field]"}');
  });

  it("finds secrets in keys, and keeps keys that would be dangerous to assign", () => {
    const hostile: unknown = JSON.parse(
      '{"__proto__":{"password":"x"},"ghp_0123456789abcdefghij":1}',
    );
    const { value } = sanitise(hostile);
    expect(JSON.stringify(value)).toBe(
      '{"__proto__":{"password":"[redacted:field]"},"[redacted:github-token]":1}',
    );
  });

  it("gives back the same object where nothing was found", () => {
    const value = { a: [1, "two", { b: null }], c: new Date(0) };
    expect(sanitise(value).value).toBe(value);
  });

  it("ends on cycles, shared branches, deep nesting and getters that throw", () => {
    const cycle: Record<string, unknown> = { password: "x" };
    cycle.self = cycle;
    cycle.secret = [cycle, cycle];
    expect(JSON.stringify(sanitise(cycle).value)).not.toContain('"x"');
    let shared: unknown = { token: "x" };
    for (let level = 0; level < 60; level++) shared = { left: shared, right: shared };
    expect(sanitise(shared).redactions).toBe(1);
    const deep: unknown = JSON.parse(
      `${"[".repeat(5_000)}"sk-1234567890abcdef"${"]".repeat(5_000)}`,
    );
    expect(JSON.stringify(sanitise(deep).value)).toContain("[redacted:depth]");
    const throwing = Object.defineProperty({}, "x", {
      enumerable: true,
      get() {
        throw new Error("no");
      },
    });
    expect(sanitise(throwing).value).toBe("[redacted:unreadable]");
  });

  it.each(["type", "@type", "vct", "kind", "ap2", "payment_mandate", "password", "cvv", "key"])(
    "reads a field of the name %s however deep its value is nested, also in a text",
    (name) => {
      for (const [open, close] of [
        ["[", "]"],
        ['{"a":', "}"],
      ] as const) {
        const deep = `${open.repeat(15_000)}"sk-1234567890abcdef"${close.repeat(15_000)}`;
        const text = `{"key":0,"${name}":${deep}}`;
        expect(JSON.stringify(sanitise(JSON.parse(text)).value)).not.toContain("sk-12345");
        expect(sanitise(text).value).not.toContain("sk-12345");
      }
    },
  );

  it("makes texts storable", () => {
    expect(sanitise("a\0b\ud800").value).toBe("a\uFFFDb\uFFFD");
  });
});

describe("numbers as they were written", () => {
  const clean = (text: string) => JSON.stringify(sanitise(parseExact(text)).value);

  it("stay where nothing is found", () => {
    const text = '{"n":9007199254740993,"list":[1.50,{"m":1e3}]}';
    expect(clean(text)).toBe(text);
  });

  it("are masked as any other number", () => {
    expect(clean('{"password":9007199254740993}')).toBe('{"password":"[redacted:field]"}');
    for (const card of ["4111111111111111.0", "4.111111111111111e15", "6212345678901234569"])
      expect(clean(`{"card":{"number":${card}}}`)).toBe('{"card":{"number":"[redacted:card]"}}');
  });
});
