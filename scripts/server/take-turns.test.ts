import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { inTurn } from "./take-turns.ts";

/** In which turn of the event loop each of `count` began. */
async function turnsOf(count: number): Promise<number[]> {
  let turn = 0;
  const begun: number[] = [];
  for (let n = 0; n < count; n += 1) inTurn(() => begun.push(turn));
  while (begun.length < count) {
    await nextTurn();
    turn += 1;
  }
  return begun;
}

describe("inTurn", () => {
  it("begins what came first, first", async () => {
    const begun: number[] = [];
    const all = Array.from({ length: 20 }, (_, n) => n);
    await new Promise<void>((resolve) => {
      for (const n of all) inTurn(() => begun.push(n) === all.length && resolve());
    });
    expect(begun).toEqual(all);
  });

  it("spreads what comes at once over turns of the event loop", async () => {
    const turns = await turnsOf(12);
    const most = Math.max(...turns.map((turn) => turns.filter((other) => other === turn).length));
    expect(most).toBe(3);
    expect(new Set(turns).size).toBe(4);
  });

  it("begins what is asked for while others begin", async () => {
    const second = new Promise((resolve) => inTurn(() => inTurn(() => resolve("begun"))));
    expect(await second).toBe("begun");
  });
});
