import { describe, expect, it } from "vitest";
import { atTickEnd } from "./at-tick-end.ts";

const tickEnd = () => new Promise<void>((resolve) => atTickEnd(resolve));

describe("atTickEnd", () => {
  it("calls back once for all that one turn of the loop brought, and again for the next", async () => {
    let calls = 0;
    const count = () => {
      calls += 1;
    };
    atTickEnd(count);
    atTickEnd(count);
    expect(calls).toBe(0);
    await tickEnd();
    expect(calls).toBe(1);
    atTickEnd(count);
    await tickEnd();
    expect(calls).toBe(2);
  });

  it("lets a callback ask for the next turn of the loop", async () => {
    const order: string[] = [];
    atTickEnd(() => {
      order.push("first");
      atTickEnd(() => order.push("second"));
    });
    await tickEnd();
    expect(order).toEqual(["first"]);
    await tickEnd();
    expect(order).toEqual(["first", "second"]);
  });
});
