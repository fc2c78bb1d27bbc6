import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sanitise } from "./sanitise.ts";
import { ASSIGNED, SHAPES } from "./testing/secret-samples.ts";

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
      { numRuns: 300 },
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
      { numRuns: 300 },
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
        // The CPU time of this thread: on a busy machine, wall-clock time includes others' work.
        const before = process.threadCpuUsage();
        sanitise(text);
        const { user, system } = process.threadCpuUsage(before);
        return (user + system) / 1_000;
      });
      return Math.min(...taken);
    };
    for (const unit of units) {
      const small = Math.max(0.5, bestOf(5, unit.repeat(1_000)));
      expect(bestOf(2, unit.repeat(32_000)) / small, unit).toBeLessThan(32 * 8);
    }
  });
});
