import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { hashSources, makeWhenStale } from "./make-when-stale.ts";

describe("a stale build", () => {
  let root: string;
  const hash = () => hashSources(root, ["app", "settings.json", "missing"], /\.test\.ts$/);

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), "halfsilver-stale-"));
    mkdirSync(join(root, "app"));
    writeFileSync(join(root, "app/page.ts"), "one");
    writeFileSync(join(root, "settings.json"), "{}");
  });
  afterEach(() => rmSync(root, { recursive: true }));

  it("is one whose sources were changed, added or removed", () => {
    const seen = [hash()];
    const step = (change: () => void) => {
      change();
      expect(seen).not.toContain(hash());
      seen.push(hash());
    };
    step(() => writeFileSync(join(root, "app/page.ts"), "two"));
    step(() => writeFileSync(join(root, "app/more.ts"), ""));
    step(() => writeFileSync(join(root, "missing"), ""));
    step(() => rmSync(join(root, "settings.json")));
  });

  it("is not one whose tests changed, or whose files were rewritten unchanged", () => {
    const before = hash();
    writeFileSync(join(root, "app/page.test.ts"), "a test");
    writeFileSync(join(root, "app/page.ts"), "one");
    expect(hash()).toBe(before);
  });

  it("is made once, and again after it failed", async () => {
    const stamp = join(root, "dist/stamp");
    const made: string[] = [];
    const make = async () => void made.push("made");
    const fail = () => Promise.reject(new Error("no"));
    expect(await makeWhenStale(stamp, "1", make)).toBe(true);
    expect(await makeWhenStale(stamp, "1", make)).toBe(false);
    await expect(makeWhenStale(stamp, "2", fail)).rejects.toThrow("no");
    expect(await makeWhenStale(stamp, "1", make)).toBe(true);
    expect(made).toHaveLength(2);
  });
});
