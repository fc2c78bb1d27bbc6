/** A real Playwright in a temporary folder, with tests that fail once, twice, and in the middle of a serial file. */
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ROOT } from "../../setup/paths.ts";
import type { Verdict } from "./judge-run.ts";
import { runPlaywright } from "./run-playwright.ts";

const CONFIG = `export default {
  testDir: "specs",
  outputDir: "test-results",
  workers: 1,
  reporter: [["json", { outputFile: process.env.HALFSILVER_TEST_REPORT }]],
  projects: [{ name: "one" }],
};`;
const HEAD = `import { existsSync, writeFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
const isFirst = (name: string) => {
  const known = existsSync(name);
  writeFileSync(name, "");
  return !known;
};
`;
const FREE = `${HEAD}
test("is steady", () => undefined);
test.describe("a group", () => {
  test("fails once", () => expect(isFirst("free"), "the first time").toBe(false));
});
test("fails always", () => expect(1).toBe(2));
test("is left out", () => test.skip(true, "no reason but this"));
`;
const SERIAL = `${HEAD}
test.describe.configure({ mode: "serial" });
let prepared = false;
test("prepares", () => {
  prepared = true;
});
test("needs what is prepared, and fails once", () => {
  expect(prepared).toBe(true);
  expect(isFirst("serial")).toBe(false);
});
test("comes last", () => expect(prepared).toBe(true));
`;

let folder: string;
let verdict: Verdict | null;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "halfsilver-unsteady-"));
  mkdirSync(join(folder, "specs"));
  symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  writeFileSync(join(folder, "playwright.config.ts"), CONFIG);
  writeFileSync(join(folder, "specs/free.spec.ts"), FREE);
  writeFileSync(join(folder, "specs/serial.spec.ts"), SERIAL);
  verdict = await runPlaywright({
    args: [],
    env: {},
    cwd: folder,
    testDir: "specs",
    again: true,
    show: false,
  });
});
afterAll(() => rmSync(folder, { recursive: true }));

const namesOf = (tests: Verdict["failed"] = []) => tests.map(({ name }) => name);

it("tells what is unsteady from what is broken", () => {
  expect(namesOf(verdict?.unsteady)).toEqual([
    "free.spec.ts › a group › fails once",
    "serial.spec.ts › needs what is prepared, and fails once",
  ]);
  expect(namesOf(verdict?.failed)).toEqual(["free.spec.ts › fails always"]);
  expect(verdict?.skipped).toMatchObject([
    { name: "free.spec.ts › is left out", reason: "no reason but this" },
  ]);
});

it("counts what was unsteady, and what came after it in a serial file, as passed", () => {
  expect(verdict?.passed).toBe(5);
});

it("keeps the first failure of each", () => {
  const kept = join(folder, "test-results/first-failures");
  const texts = readdirSync(kept).map((name) => readFileSync(join(kept, name), "utf8"));
  expect(texts.join("\n")).toContain("the first time");
  expect(texts).toHaveLength(3);
});
