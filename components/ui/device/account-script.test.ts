/** What an account says of the look meets what a device has of its own, of the same person and of another. */
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import type { Look } from "@/lib/contracts/public/person/preferences.ts";
import { accountScript } from "./account-script.ts";

const NAME = "halfsilver.";

/** @returns what the device stores afterwards, without the product's prefix, and the attributes of the root */
function follow(person: string, look: Look, stored: Record<string, string> = {}) {
  const kept = new Map(Object.entries(stored).map(([key, value]) => [NAME + key, value]));
  const dataset: Record<string, string> = {};
  if (stored.theme) dataset.theme = stored.theme;
  const localStorage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  runInNewContext(accountScript(person, look), {
    document: { documentElement: { dataset } },
    localStorage,
  });
  const after = [...kept].map(([key, value]) => [key.slice(NAME.length), value] as const);
  return { stored: Object.fromEntries(after), dataset };
}

describe("the look of an account", () => {
  it("becomes the device's", () => {
    const look: Look = { theme: "dark", textSize: "large", sendKey: "chord" };
    expect(follow("a", look)).toEqual({
      stored: { theme: "dark", "text-size": "large", "send-key": "chord", "look-of": "a" },
      dataset: { theme: "dark", textSize: "large" },
    });
    expect(follow("a", { theme: "system" }, { theme: "dark" })).toEqual({
      stored: { "look-of": "a" },
      dataset: {},
    });
  });

  it("leaves what the account does not say, unless it is another person's", () => {
    expect(follow("a", {}, { theme: "dark" }).stored).toEqual({ theme: "dark", "look-of": "a" });
    expect(follow("a", {}, { theme: "dark", "look-of": "a" }).dataset).toEqual({ theme: "dark" });
    expect(follow("b", {}, { theme: "dark", "look-of": "a" })).toEqual({
      stored: { "look-of": "b" },
      dataset: {},
    });
  });

  it("leaves a device that keeps its own, but for the key that sends", () => {
    const own = { theme: "light", "look-here": "device" };
    expect(follow("a", { theme: "dark", sendKey: "chord" }, own).stored).toEqual({
      ...own,
      "send-key": "chord",
      "look-of": "a",
    });
  });

  it("waits for a choice that has not reached it, of this person only", () => {
    const unsaved = { theme: "light", "look-unsaved": "a", "look-of": "a" };
    expect(follow("a", { theme: "dark" }, unsaved).stored).toEqual(unsaved);
    expect(follow("b", { theme: "dark" }, unsaved).stored).toEqual({
      theme: "dark",
      "look-of": "b",
    });
  });

  it("is painted where the browser stores nothing, and ends no script early", () => {
    const dataset: Record<string, string> = {};
    const document = { documentElement: { dataset } };
    runInNewContext(accountScript("a", { theme: "dark" }), { document });
    expect(dataset).toEqual({ theme: "dark" });
    expect(accountScript("</script>", {})).not.toContain("</script");
  });
});
