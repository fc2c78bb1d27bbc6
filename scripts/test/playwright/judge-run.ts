/** Judges a run of browser tests and the second run of those that failed in it. */
import type { Count } from "../stage.ts";
import type { BrowserReport, BrowserTest } from "./browser-report.ts";

/** More unsteady tests than this make a run red. */
export const UNSTEADY_MAX = 2;

export type Verdict = {
  passed: number;
  /** Failed twice, or never ran. */
  failed: readonly BrowserTest[];
  /** Failed, and passed when run again alone. As the first run reports them. */
  unsteady: readonly BrowserTest[];
  skipped: readonly BrowserTest[];
};

const NOT_YET = new Set<BrowserTest["outcome"]>(["failed", "did-not-run"]);

/**
 * Selects what runs again. Tests that depend on earlier ones of their file run with the whole file.
 * @param isSerial whether the tests of a file depend on each other
 * @returns arguments for Playwright; empty if nothing failed
 */
export function selectAgain(
  { tests }: BrowserReport,
  isSerial: (file: string) => boolean,
): string[] {
  const open = tests.filter(({ outcome }) => NOT_YET.has(outcome));
  const whole = new Set(
    open
      .filter(({ outcome, file }) => outcome === "did-not-run" || isSerial(file))
      .map(({ file }) => file),
  );
  const places = open.map(({ file, line }) => {
    const pattern = RegExp.escape(file);
    return whole.has(file) ? pattern : `${pattern}:${line}`;
  });
  return [...new Set(places)];
}

/** @param again null when there was no second run, or it has no report */
export function judgeRun(first: BrowserReport, again: BrowserReport | null): Verdict {
  const second = new Map(again?.tests.map((test) => [test.id, test]));
  const open = first.tests.filter(({ outcome }) => NOT_YET.has(outcome));
  const passes = (test: BrowserTest) => second.get(test.id)?.outcome === "passed";
  const failed = open.filter((test) => !passes(test));
  return {
    passed:
      first.tests.filter(({ outcome }) => outcome === "passed").length + open.filter(passes).length,
    failed,
    unsteady: open.filter((test) => test.outcome === "failed" && passes(test)),
    skipped: first.tests.filter(({ outcome }) => outcome === "skipped"),
  };
}

/** @param toMend names of tests that were unsteady in too many runs */
export function countVerdict(verdict: Verdict, toMend: readonly string[]): Count {
  const { passed, failed, skipped, unsteady } = verdict;
  const tooMany = unsteady.length > UNSTEADY_MAX ? 1 : 0;
  return {
    passed,
    failed: failed.length + toMend.length + tooMany,
    skipped: skipped.map(({ name, reason }) =>
      reason === undefined ? name : `${name} (${reason})`,
    ),
    unsteady: unsteady.map(({ name }) => name),
  };
}
