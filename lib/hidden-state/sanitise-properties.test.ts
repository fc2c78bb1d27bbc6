import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cpuGrowth } from "../../scripts/testing/cpu-time.ts";
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

  it("never throws", () => {
    fc.assert(
      fc.property(fc.anything({ withBigInt: true, withDate: true, withMap: true }), (value) => {
        expect(sanitise(value).redactions).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  it("keeps numbers, however they are printed, under every setting", () => {
    const all = { cards: true, accounts: true, ids: true, emails: true, phones: true };
    const integer = fc.oneof(
      fc.bigInt({ min: -(10n ** 22n), max: 10n ** 22n }),
      fc.bigInt({ min: 4n * 10n ** 15n, max: 56n * 10n ** 14n }),
      fc.bigInt({ min: 10n ** 8n, max: 10n ** 12n }),
      fc.constantFrom(4111111111111111n, 5555555555554444n, 378282246310005n, 78051120n),
    );
    const number = fc.oneof(
      integer.map(String),
      fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
      fc.integer({ min: 946_684_800_000, max: 4_102_444_800_000 }).map(String),
    );
    const print = fc.constantFrom<(list: string[]) => string>(
      (list) => list.join("\n"),
      (list) => list.join(", "),
      (list) => list.join("; "),
      (list) => `[${list.join(", ")}]`,
      (list) => `[${list.join(" ")}]`,
      (list) => `(${list.join(",")})`,
      (list) => list.map((each, index) => `fibonacci(${index}) = ${each}`).join("\n"),
      (list) => list.map((each, index) => `${index}: ${each}`).join("\n"),
      (list) => `{"values":[${list.join(",")}],"total":${list[0]}}`,
      (list) => `values = [${list.join(", ")}]\n`,
      (list) => list.map((each, index) => `${index}\t${each}`).join("\n"),
    );
    const lists = fc.array(number, { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(lists, print, (list, toText) => {
        const text = toText(list);
        expect(sanitise(text, all)).toEqual({ value: text, redactions: 0 });
      }),
      { numRuns: 5_000 },
    );
  });

  it("keeps what holds no secret in values", () => {
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
      "4111111111111111 ",
      "4111 1111 1111 1111 ",
      "DE89 3704 0044 0532 0130 00 ",
      "ssn 123-45-6789 ",
      "a@b.co ",
      "+4930901820 ",
      "@",
      "12",
      "a1",
      "cvv ",
      "pin 12",
      "otp: (",
      "4 1 1 1 ",
      "card 4111.",
      "name,cvv\n",
      "\u200b4",
    );
    const all = { cards: true, accounts: true, ids: true, emails: true, phones: true };
    // 32 times the text may take about 32 times as long; a quadratic rule would take 1,024 times.
    for (const unit of units) {
      const check = (times: number) => void sanitise(unit.repeat(times), all);
      expect(cpuGrowth(check, [250, 8_000]), unit).toBeLessThan(32 * 16);
    }
    // In a cell of a table with a masked column.
    for (const unit of [" ", "\t", "*", "' "]) {
      const check = (times: number) =>
        void sanitise(`name,password\nx${unit.repeat(times)}y,z\n`, all);
      expect(cpuGrowth(check, [2_000, 64_000]), `a cell of ${unit}`).toBeLessThan(32 * 16);
    }
  });
});
