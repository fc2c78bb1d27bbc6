import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sanitise } from "./sanitise.ts";

const JWT = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9P";
const PEM =
  "-----BEGIN RSA PRIVATE KEY-----\nMIIEowIBAAKCAQEAcanary+/\nabc=\n-----END RSA PRIVATE KEY-----";

/** Text with a secret, and the part of it that must not survive. */
const SHAPES: [kind: string, text: string, canary: string][] = [
  ["api-key", "use sk-proj-Ab12Cd34Ef56Gh78 now", "Ab12Cd34Ef56Gh78"],
  ["api-key", "sk-canarycanarycanarycanary", "canarycanary"],
  ["api-key", "stripe sk_live_4eC39HqLyjWDarjt", "4eC39HqLyjWDarjt"],
  ["github-token", "ghp_16C7e42F292c6912E7710c838347Ae178B4a", "16C7e42F292c6912"],
  ["github-token", "x:github_pat_11ABCDEFG0abcdefghij_klm", "11ABCDEFG0"],
  ["gitlab-token", "glpat-abcDEF123456789_-xyz", "abcDEF123456789"],
  ["aws-key", "id AKIAIOSFODNN7EXAMPLE end", "IOSFODNN7"],
  ["slack-token", "xoxb-2345678901-abcdefghij", "2345678901"],
  ["slack-token", "https://hooks.slack.com/services/T000/B000/XXXXcanary", "XXXXcanary"],
  ["google-key", "AIzaSyA1234567890abcdefghijklmnopqrstuv", "SyA1234567890"],
  ["jwt", `cookie is ${JWT}.`, "dozjgNryP4J3"],
  ["private-key", `key:\n${PEM}\nafter`, "MIIEow"],
  ["private-key", JSON.stringify({ text: PEM.replace(/-----END.*/s, "") }), "MIIEow"],
  ["credential", "sent 'Bearer abcdef123456' over", "abcdef123456"],
  ["credential", "Basic dXNlcjpwYXNzd29yZA==", "dXNlcjpwYXNz"],
  ["url-password", "postgres://app:hunter2@db:5432/x", "hunter2"],
  ["url-password", "https://u:p@ss:w0rd@host/path", "w0rd"],
  ["card", "card 4111 1111 1111 1111 ok", "1111 1111"],
  ["card", "paid with 5555555555554444.", "5555555555554444"],
];
const ASSIGNED: [text: string, canary: string][] = [
  ["DB_PASSWORD=supersecret\nPORT=1", "supersecret"],
  ['export API_KEY="two words 1"', "two words"],
  ["https://x.org/?access_token=abcdef&page=2", "abcdef"],
  ["password: correcthorse", "correcthorse"],
  ["curl --token t0psecret -v", "t0psecret"],
  ["Authorization: Digest username=abc, response=zzz", "response=zzz"],
  ["Set-Cookie: sid=31d4d96e; Path=/", "31d4d96e"],
  ["{'password': 'hunter2', broken", "hunter2"],
  ['{"a": {"password": "hunter2"}, "a": 1}', "hunter2"],
  ['log: {\\"client_secret\\":\\"hunter2\\"}', "hunter2"],
  ["client_secret => 'hunter2'", "hunter2"],
];
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

  it("makes texts storable", () => {
    expect(sanitise("a\0b\ud800").value).toBe("a\uFFFDb\uFFFD");
  });
});

describe("sanitise, for any input", () => {
  const secrets = fc.constantFrom(
    ...SHAPES.map(([, text]) => text),
    ...ASSIGNED.map(([text]) => text),
  );
  const glue = fc.oneof(
    fc.string(),
    fc.constantFrom(
      '"',
      "'",
      "\\",
      "=",
      ": ",
      "[",
      "{",
      "password",
      "token=",
      "\n",
      "sk-",
      "eyJ",
      "://",
    ),
  );
  const texts = fc.array(fc.oneof(glue, secrets), { maxLength: 12 }).map((parts) => parts.join(""));

  it("is idempotent", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          texts,
          fc.json(),
          texts.map((text) => JSON.stringify({ text })),
        ),
        (text) => {
          const once = sanitise(text).value;
          expect(sanitise(once)).toEqual({ value: once, redactions: 0 });
        },
      ),
      { numRuns: 500 },
    );
  });

  it("lets no canary through, however it is wrapped", () => {
    const wrap = fc.constantFrom<(inner: unknown) => unknown>(
      (inner) => [inner],
      (inner) => ({ note: inner }),
      (inner) => JSON.stringify(inner),
      (inner) => JSON.stringify({ note: inner }, null, 2),
      (inner) => (typeof inner === "string" ? `before ${inner} after` : { list: [1, inner] }),
      (inner) => ({ password: inner }),
    );
    const shapes = fc.constantFrom(...SHAPES.filter(([kind]) => kind !== "private-key"));
    fc.assert(
      fc.property(shapes, fc.array(wrap, { maxLength: 5 }), ([, text, canary], wraps) => {
        const value = wraps.reduce((inner: unknown, next) => next(inner), text);
        expect(JSON.stringify(sanitise(value).value)).not.toContain(canary);
      }),
      { numRuns: 500 },
    );
  });

  it("never throws, and keeps what holds no secret", () => {
    fc.assert(
      fc.property(fc.anything({ withBigInt: true, withDate: true, withMap: true }), (value) => {
        expect(sanitise(value).redactions).toBeGreaterThanOrEqual(0);
      }),
    );
    const numbers = fc.array(fc.record({ id: fc.integer(), ratio: fc.double(), on: fc.boolean() }));
    fc.assert(fc.property(numbers, (value) => sanitise(value).value === value));
  });

  it("does a fixed amount of work for each character of the worst texts", () => {
    const units = [
      "eyJ-",
      "eyJx.",
      "sk-",
      "password=",
      'password="',
      "-----BEGIN PRIVATE KEY-----",
    ];
    units.push(
      "cookie: a",
      "authorization: ",
      "token=\\",
      "://a:b",
      "SG.aaaaaaaaaaaaaaaa.",
      "Bearer ",
    );
    // 32 times the text may take about 32 times as long; a quadratic rule would take 1,024 times.
    const bestOf = (times: number, text: string) => {
      const taken = Array.from({ length: times }, () => {
        const started = performance.now();
        sanitise(text);
        return performance.now() - started;
      });
      return Math.min(...taken);
    };
    for (const unit of units) {
      const small = Math.max(0.5, bestOf(5, unit.repeat(1_000)));
      expect(bestOf(2, unit.repeat(32_000)) / small, unit).toBeLessThan(32 * 8);
    }
  });
});
