/**
 * `e2e/unsteady.json`: every time that a browser test failed in a run and passed when it ran again. A test with too many
 * entries makes runs red; whoever mends it removes them.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { ROOT } from "../../setup/paths.ts";
import type { BrowserTest } from "./browser-report.ts";

const UNSTEADY_FILE = "e2e/unsteady.json";
/** As many entries of one test make runs red. */
const ENTRIES_MAX = 3;
const ERROR_MAX_CHARS = 300;

const UnsteadyEntry = z.strictObject({
  test: z.string(),
  date: z.iso.date(),
  error: z.string().max(ERROR_MAX_CHARS),
});
export type UnsteadyEntry = z.infer<typeof UnsteadyEntry>;

export function readUnsteadyList(file = join(ROOT, UNSTEADY_FILE)): UnsteadyEntry[] {
  return existsSync(file)
    ? z.array(UnsteadyEntry).parse(JSON.parse(readFileSync(file, "utf8")))
    : [];
}

/** Adds to the list, and prints what it adds: a run on a copy of the repository cannot commit it. */
export function addUnsteady(
  tests: readonly BrowserTest[],
  date: string,
  file = join(ROOT, UNSTEADY_FILE),
): UnsteadyEntry[] {
  const added = tests.map(({ name, reason = "" }) => ({
    test: name,
    date,
    error: reason.replaceAll(`${ROOT}/`, "").slice(0, ERROR_MAX_CHARS),
  }));
  const all = [...readUnsteadyList(file), ...added];
  if (added.length === 0) return all;
  writeFileSync(file, `${JSON.stringify(all, null, 2)}\n`);
  console.log(`Commit with ${UNSTEADY_FILE}:\n${JSON.stringify(added, null, 2)}`);
  return all;
}

/** @returns the tests that have to be mended before a run is green again */
export function listToMend(entries: readonly UnsteadyEntry[]): string[] {
  const names = [...new Set(entries.map(({ test }) => test))];
  return names.filter((name) => entries.filter(({ test }) => test === name).length >= ENTRIES_MAX);
}
