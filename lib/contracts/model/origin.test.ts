import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ORIGINS_KEPT_MAX } from "../limits.ts";
import {
  fewOrigins,
  isForeign,
  isOfPeople,
  isPrivate,
  joinOrigins,
  lowestTrust,
  madeFrom,
  Origin,
  StoredOrigin,
  TRUST,
  trustOf,
  UNKNOWN,
} from "./origin.ts";

const name = fc.stringMatching(/^[a-z0-9.-]{1,20}$/);
const base = fc.oneof(
  fc.constantFrom("deployment", "person", "person-file", "directory"),
  fc.tuple(fc.constantFrom("service", "mcp", "web"), name).map(([kind, of]) => `${kind}:${of}`),
);
const maker = fc.constantFrom("model", "tool");
const MORE = ["web+private", "web+people", "mcp+people", "person-file+people"];
const origin = fc.oneof(
  base,
  fc.constant(UNKNOWN),
  fc.tuple(maker, fc.constantFrom(...TRUST, ...MORE)).map(([by, of]) => `${by}@${of}`),
);
const rank = (of: string) => TRUST.indexOf(trustOf(of));

describe("the trust of a text", () => {
  it("is never raised by joining", () => {
    fc.assert(
      fc.property(fc.array(origin, { minLength: 1 }), maker, (all, by) => {
        const made = madeFrom(by, all);
        expect(Origin.safeParse(made).success).toBe(true);
        for (const each of all) expect(rank(made)).toBeGreaterThanOrEqual(rank(each));
        expect(rank(made)).toBe(Math.max(...all.map(rank)));
      }),
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
      "model@web+open",
      "model@web+private+people",
      "model@mcp+private",
      "model@directory+people",
      "model@person+private",
      "model@service+people",
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

const secrecy = (of: string) => (isOfPeople(of) ? 2 : isPrivate(of) ? 1 : 0);

describe("the privacy of a text", () => {
  it("is that of its source, and private where nobody knows it", () => {
    const open = ["deployment", "person", "service:documents", "web:a.example", "model@web"];
    expect(open.filter(isPrivate)).toEqual([]);
    const kept = ["person-file", "mcp:notes", "tool@mcp", "model@web+private", UNKNOWN, "", "what"];
    expect(kept.every((of) => isPrivate(of) && !isOfPeople(of))).toBe(true);
    expect(["directory", "tool@directory", "model@mcp+people"].every(isOfPeople)).toBe(true);
  });

  it("is never lost by joining, and neither is a lack of trust", () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(origin, fc.string()), { minLength: 1 }), maker, (all, by) => {
        for (const made of [madeFrom(by, all), joinOrigins(all)]) {
          expect(Origin.safeParse(made).success).toBe(true);
          expect(secrecy(made)).toBe(Math.max(...all.map(secrecy)));
          expect(rank(made)).toBe(Math.max(...all.map(rank)));
        }
      }),
    );
  });

  it("is the same in whatever order and groups texts are joined", () => {
    const some = fc.array(origin, { minLength: 1 });
    fc.assert(
      fc.property(some, some, (one, other) => {
        const whole = madeFrom("model", [...one, ...other]);
        expect(madeFrom("model", [...other, ...one])).toBe(whole);
        expect(madeFrom("model", [joinOrigins(one), joinOrigins(other)])).toBe(whole);
        expect(madeFrom("model", [madeFrom("tool", one), ...other])).toBe(whole);
      }),
    );
  });

  it("stays where only a few origins are kept", () => {
    fc.assert(
      fc.property(fc.array(origin, { minLength: 1, maxLength: 60 }), (all) => {
        const few = fewOrigins(all);
        expect(few.length).toBeLessThanOrEqual(ORIGINS_KEPT_MAX);
        expect(few.every((of) => Origin.safeParse(of).success)).toBe(true);
        expect(madeFrom("model", few)).toBe(madeFrom("model", all));
        expect(fewOrigins(few)).toEqual(few);
      }),
    );
  });
});

describe("a joined origin", () => {
  it("is the person's own only where all of it is", () => {
    fc.assert(
      fc.property(fc.array(origin, { minLength: 1 }), (all) => {
        const isOwn = all.every((of) => of === "person" || of === "deployment");
        expect(["person", "deployment"].includes(joinOrigins(all))).toBe(isOwn);
      }),
    );
  });

  it("names a place only where that stands for all", () => {
    expect(joinOrigins(["web:a.example", "person"])).toBe("web:a.example");
    expect(joinOrigins(["web:a.example", "person-file"])).toBe("model@web+private");
    expect(joinOrigins(["web:a.example", "directory"])).toBe("model@web+people");
    expect(joinOrigins(["directory", "person-file"])).toBe("model@person-file+people");
    expect(joinOrigins(["web:a.example", UNKNOWN])).toBe(UNKNOWN);
    expect(joinOrigins([])).toBe(UNKNOWN);
  });

  it("is read as unknown where a store or another version wrote what is no origin", () => {
    fc.assert(
      fc.property(fc.oneof(origin, fc.anything()), (given) => {
        const isKnown = Origin.safeParse(given).success;
        expect(StoredOrigin.parse(given)).toBe(isKnown ? given : UNKNOWN);
      }),
    );
  });
});
