import fc from "fast-check";
import { expect, it } from "vitest";
import { readServiceClock } from "./service-clock.ts";

it("keeps all work of a service within its hop, in its order, whatever the clocks say", () => {
  const ms = fc.double({ min: 0, max: 1e6, noNaN: true });
  fc.assert(
    fc.property(ms, ms, fc.array(ms, { maxLength: 20 }), (ours, said, work) => {
      const counted = Math.max(said, ...work);
      const { offsetMs, scale } = readServiceClock(ours, said, counted);
      const mapped = work.toSorted((a, b) => a - b).map((at) => offsetMs + at * scale);
      for (const [index, at] of mapped.entries()) {
        expect(at).toBeGreaterThanOrEqual(-1e-6);
        expect(at).toBeLessThanOrEqual(ours + 1e-6);
        expect(at).toBeGreaterThanOrEqual((mapped[index - 1] ?? 0) - 1e-6);
      }
    }),
  );
});

it.each([
  [1_000, 900, 900, null],
  [1_000, 5_000, 5_000, "counted-more"],
  [10_000, 100, 5_000, "after-its-end"],
  [-1, 100, 100, null],
])("a hop of %i ms whose service says %i and counts %i: %s", (ours, said, counted, disagrees) => {
  expect(readServiceClock(ours, said, counted).disagrees).toBe(disagrees);
});
