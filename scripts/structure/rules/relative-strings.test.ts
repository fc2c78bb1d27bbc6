import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ROOT } from "../../setup/paths.ts";
import { listSourceFiles } from "../list-files.ts";

/** A relative path is for an import, a file or an address. What joins or divides names is no path. */
const JOINED_BY_PATH = /\.(?:join|split|concat|startsWith|endsWith)\(\s*["'`]\.\.?\/\w*["'`]\s*\)/;

it("no list is joined by a relative path", () => {
  const found = listSourceFiles()
    .filter((path) => path !== "scripts/structure/rules/relative-strings.test.ts")
    .filter((path) => JOINED_BY_PATH.test(readFileSync(join(ROOT, path), "utf8")));
  expect(found).toEqual([]);
});

it("the pattern finds what a careless rename of files leaves behind", () => {
  expect(JOINED_BY_PATH.test('issue.path.join("../events")')).toBe(true);
  expect(JOINED_BY_PATH.test('join(import.meta.dirname, "../..")')).toBe(false);
});
