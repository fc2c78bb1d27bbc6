/** docs/sources.md: each claim of a source names a test that exists, or the decision that replaces the claim. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT } from "../../setup/paths.ts";

type Row = { section: string; claim: string; heldBy: string };

const text = readFileSync(join(ROOT, "docs/sources.md"), "utf8");
const sections = text.split(/^## /m).slice(1);
const rowsOf = (section: string): Row[] =>
  section
    .split("\n")
    .filter((line) => line.startsWith("| ") && !/^\| (section|---)/.test(line))
    .map((line) => {
      const [, place = "", claim = "", heldBy = ""] = line
        .split(/(?<!\\)\|/)
        .map((cell) => cell.trim());
      return { section: place, claim, heldBy };
    });

/** `[name](../path): "title"`, or `[name](../path)` for a decision. */
const LINK = /\[[^\]]+\]\(([^)]+)\)(?:: "([^"]+)")?/g;

describe("each claim of a source", () => {
  it("has a row: four documents of some twenty claims each", () => {
    const counts = sections
      .filter((part) => /^\d\. /.test(part))
      .map((part) => rowsOf(part).length);
    expect(counts).toHaveLength(4);
    for (const count of counts) expect(count).toBeGreaterThanOrEqual(20);
  });

  for (const { section, claim, heldBy } of sections.flatMap(rowsOf)) {
    it(`${section}: ${claim}`, () => {
      const links = [...heldBy.matchAll(LINK)].map(([, path = "", title]) => ({ path, title }));
      expect(links, "a test or a decision").not.toEqual([]);
      for (const { path, title } of links) {
        const file = join(ROOT, "docs", path);
        expect(existsSync(file), path).toBe(true);
        if (path.startsWith("decisions/")) continue;
        expect(path).toMatch(/\.(test|spec)\.ts$/);
        expect(title, path).toBeDefined();
        expect(readFileSync(file, "utf8"), path).toContain(title);
      }
    });
  }
});
