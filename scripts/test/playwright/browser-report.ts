/** What Playwright's JSON report says of each test. */
import { readFileSync } from "node:fs";

export type BrowserTest = {
  /** The same in every run. */
  id: string;
  /** File, describe blocks and title, for people. */
  name: string;
  /** Relative to Playwright's `testDir`. */
  file: string;
  line: number;
  project: string;
  /** `did-not-run`: an earlier failure in its file kept it from running. */
  outcome: "passed" | "failed" | "skipped" | "did-not-run";
  /** Why it was skipped, or the message of its first error. */
  reason?: string;
};

export type BrowserReport = {
  tests: readonly BrowserTest[];
  /** Errors outside tests, e.g. of a file that cannot be loaded. */
  errors: readonly string[];
};

type Suite = {
  title: string;
  file: string;
  suites?: readonly Suite[];
  specs?: readonly Spec[];
};
type Spec = {
  id: string;
  title: string;
  file: string;
  line: number;
  tests: readonly TestEntry[];
};
type TestEntry = {
  status: "expected" | "unexpected" | "flaky" | "skipped";
  projectName: string;
  annotations: readonly { type: string; description?: string }[];
  results: readonly { errors?: readonly { message?: string }[] }[];
};
type Report = { suites: readonly Suite[]; errors?: readonly { message?: string }[] };

const SKIPS = new Set(["skip", "fixme"]);
const ANSI = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, "g");

/** @returns null when there is no report: Playwright itself has failed */
export function readBrowserReport(file: string): BrowserReport | null {
  try {
    return parseBrowserReport(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    return null;
  }
}

function parseBrowserReport({ suites, errors = [] }: Report): BrowserReport {
  return {
    tests: suites.flatMap((suite) => listTests(suite, [])),
    errors: errors.map(({ message = "" }) => plain(message)),
  };
}

/** The outermost suite of a file has the file's name as its title. */
function listTests({ title, suites = [], specs = [] }: Suite, above: readonly string[]) {
  const path = [...above, title];
  const own = specs.flatMap((spec) => spec.tests.map((entry) => describe(spec, entry, path)));
  return [...own, ...suites.flatMap((suite): BrowserTest[] => listTests(suite, path))];
}

function describe(
  { id, title, file, line }: Spec,
  { status, projectName, annotations, results }: TestEntry,
  path: readonly string[],
): BrowserTest {
  const skip = annotations.find(({ type }) => SKIPS.has(type));
  const message = results.flatMap(({ errors = [] }) => errors)[0]?.message;
  const test = { id, name: [...path, title].join(" › "), file, line, project: projectName };
  if (status === "expected") return { ...test, outcome: "passed" };
  if (status !== "skipped") return { ...test, outcome: "failed", reason: plain(message ?? "") };
  if (skip === undefined) return { ...test, outcome: "did-not-run" };
  return { ...test, outcome: "skipped", reason: skip.description };
}

function plain(message: string): string {
  return message.replace(ANSI, "").trim();
}
