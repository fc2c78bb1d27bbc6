import { expect, it, vi } from "vitest";

/** The module as another bundle of the same process has it. */
async function copyOfModule() {
  vi.resetModules();
  return import("./process-wide.ts");
}

it("makes a value once for all copies of a module", async () => {
  const make = vi.fn(() => new Map<string, number>());
  const one = (await copyOfModule()).processWide("made-once", make);
  const other = (await copyOfModule()).processWide("made-once", make);
  expect(make).not.toHaveBeenCalled();
  one().set("a", 1);
  expect(other()).toBe(one());
  expect(make).toHaveBeenCalledTimes(1);
});

it("holds a value that any copy may replace or remove", async () => {
  const one = (await copyOfModule()).processSlot<string>("replaced");
  const other = (await copyOfModule()).processSlot<string>("replaced");
  expect(other.value).toBeUndefined();
  one.value = "first";
  other.value = "second";
  expect(one.value).toBe("second");
  one.value = undefined;
  expect(other.value).toBeUndefined();
});

it("makes a value again after it was removed", async () => {
  const { processSlot, processWide } = await copyOfModule();
  const list = processWide("removed", () => [1]);
  const first = list();
  processSlot("removed").value = undefined;
  expect(list()).toEqual(first);
  expect(list()).not.toBe(first);
});
