import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isForeign, lowestTrust, madeFrom, Origin, TRUST, trustOf, UNKNOWN } from "./origin.ts";

const name = fc.stringMatching(/^[a-z0-9.-]{1,20}$/);
const base = fc.oneof(
  fc.constantFrom("deployment", "person", "person-file", "directory"),
  fc.tuple(fc.constantFrom("service", "mcp", "web"), name).map(([kind, of]) => `${kind}:${of}`),
);
const origin = fc.oneof(
  base,
  fc
    .tuple(fc.constantFrom("model", "tool"), fc.constantFrom(...TRUST))
    .map(([maker, trust]) => `${maker}@${trust}`),
);
const rank = (of: string) => TRUST.indexOf(trustOf(of));

describe("the trust of a text", () => {
  it("is never raised by joining", () => {
    fc.assert(
      fc.property(
        fc.array(origin, { minLength: 1 }),
        fc.constantFrom("model", "tool"),
        (all, maker) => {
          const made = madeFrom(maker as "model" | "tool", all);
          expect(Origin.safeParse(made).success).toBe(true);
          for (const each of all) expect(rank(made)).toBeGreaterThanOrEqual(rank(each));
          expect(rank(made)).toBe(Math.max(...all.map(rank)));
        },
      ),
    );
  });

  it("is the same in whatever order and groups texts are joined", () => {
    fc.assert(
      fc.property(fc.array(origin), fc.array(origin), (one, other) => {
        const whole = lowestTrust([...one, ...other]);
        expect(lowestTrust([...other, ...one])).toBe(whole);
        expect(lowestTrust([madeFrom("model", one), madeFrom("tool", other)])).toBe(whole);
        expect(lowestTrust([...one, ...one, ...other])).toBe(whole);
      }),
    );
  });

  it("is the lowest for what is no origin", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        if (!Origin.safeParse(text).success) expect(trustOf(text)).toBe("web");
      }),
    );
    for (const text of [
      "",
      "web",
      "mcp:",
      "model",
      "model@",
      "model@nobody",
      "person:me",
      "Person",
    ]) {
      expect(Origin.safeParse(text).success, text).toBe(false);
      expect(trustOf(text)).toBe("web");
    }
    expect(trustOf(UNKNOWN)).toBe("web");
  });

  it("is foreign for all but the operator's and the person's own words", () => {
    expect(["deployment", "person", "model@person", "tool@deployment"].some(isForeign)).toBe(false);
    const others = [
      "person-file",
      "directory",
      "service:ums",
      "mcp:notes",
      "web:a.example",
      "model@web",
    ];
    expect(others.every(isForeign)).toBe(true);
  });
});
