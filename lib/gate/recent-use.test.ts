import fc from "fast-check";
import { expect, it } from "vitest";
import { RECENT_USE } from "./limits.ts";
import { RecentUse } from "./recent-use.ts";

/** A ledger with a clock of its own, in seconds. */
function open() {
  let now = 0;
  const use = new RecentUse(() => now * 1_000);
  const hold = (person: string, seconds: number, places = 1) => {
    for (let place = 0; place < places; place += 1) use.note(person, 1);
    now += seconds;
    for (let place = 0; place < places; place += 1) use.note(person, -1);
  };
  return {
    use,
    hold,
    pass: (seconds: number) => {
      now += seconds;
    },
  };
}

it("counts what is held, by place and second, while it is held", () => {
  const { use, hold, pass } = open();
  hold("a", 1, 2);
  use.note("b", 1);
  pass(1);
  expect(use.of("a")).toBeCloseTo(2, 0);
  expect(use.of("b")).toBeCloseTo(1, 1);
  expect(use.of("c")).toBe(0);
});

it("forgets half in a half-life", () => {
  const { use, hold, pass } = open();
  hold("a", 4);
  const held = use.of("a");
  pass(RECENT_USE.halfLifeS);
  expect(use.of("a")).toBeCloseTo(held / 2);
});

it("is never less than nothing, nor more than was held", () => {
  const steps = fc.array(
    fc.record({ by: fc.constantFrom(1 as const, -1 as const), s: fc.nat(100) }),
  );
  fc.assert(
    fc.property(steps, (given) => {
      const { use, pass } = open();
      let [places, most] = [0, 0];
      for (const { by, s } of given) {
        use.note("a", by);
        places = Math.max(0, places + by);
        most += places * s;
        pass(s);
        const used = use.of("a");
        expect(used).toBeGreaterThanOrEqual(0);
        expect(used).toBeLessThanOrEqual(most + 1e-6);
      }
    }),
  );
});

it("knows who is far ahead of others, and nobody who is alike", () => {
  const { use, hold } = open();
  for (let round = 0; round < 4; round += 1) {
    hold("greedy", 10);
    hold("a", 1);
    hold("b", 1);
  }
  expect(["greedy", "a", "b", "nobody"].map((person) => use.isAhead(person))).toEqual([
    true,
    false,
    false,
    false,
  ]);
  const alike = open();
  for (let round = 0; round < 4; round += 1) for (const one of ["a", "b", "c"]) alike.hold(one, 10);
  expect(["a", "b", "c"].some((one) => alike.use.isAhead(one))).toBe(false);
});
