/** Runs Playwright, and once more, with one worker, for what failed. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runProgram } from "../run-program.ts";
import { type BrowserReport, type BrowserTest, readBrowserReport } from "./browser-report.ts";
import { judgeRun, selectAgain, type Verdict } from "./judge-run.ts";

const PLAYWRIGHT = "node_modules/@playwright/test/cli.js";
const SERIAL = /\bmode:\s*"serial"|\.serial\(/;
/** If more than this number fail, the product is broken, and another run would only take time. */
const AGAIN_MAX = 10;

export type PlaywrightPlan = {
  args: readonly string[];
  env: Record<string, string>;
  /** The folder with the configuration. */
  cwd: string;
  /** As in the configuration, relative to `cwd`. */
  testDir: string;
  /** Whether what fails runs again. */
  again: boolean;
  /** Whether Playwright's output is printed. */
  show: boolean;
};

/** @returns null when Playwright itself fails, e.g. for a file that cannot be loaded; it has printed why */
export async function runPlaywright(plan: PlaywrightPlan): Promise<Verdict | null> {
  const folder = mkdtempSync(join(tmpdir(), "halfsilver-playwright-"));
  try {
    const first = await runOnce(plan, plan.args, join(folder, "first.json"));
    if (first === null || first.errors.length > 0) return null;
    const failed = first.tests.filter(({ outcome }) => outcome === "failed");
    if (!plan.again || failed.length === 0 || failed.length > AGAIN_MAX)
      return judgeRun(first, null);
    keepFirstFailures(plan, failed);
    if (plan.show) console.log(`\n${failed.length} failed. They run again, alone …`);
    const again = await runOnce(plan, argsOfAgain(plan, first), join(folder, "again.json"));
    return judgeRun(first, again);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function argsOfAgain({ cwd, testDir }: PlaywrightPlan, first: BrowserReport): string[] {
  const isSerial = (file: string) => SERIAL.test(readFileSync(join(cwd, testDir, file), "utf8"));
  const projects = new Set(first.tests.map(({ project }) => project));
  return [
    ...selectAgain(first, isSerial),
    ...[...projects].filter(Boolean).map((name) => `--project=${name}`),
    "--workers=1",
    // Playwright empties the folder that it writes to, and the first failures are in the one above.
    "--output=test-results/again",
  ];
}

async function runOnce(
  { cwd, env, show }: PlaywrightPlan,
  args: readonly string[],
  report: string,
): Promise<BrowserReport | null> {
  await runProgram(PLAYWRIGHT, ["test", ...args], {
    show,
    cwd,
    env: { ...env, HALFSILVER_TEST_REPORT: report },
  });
  return existsSync(report) ? readBrowserReport(report) : null;
}

/** Beside what Playwright has stored of each. */
function keepFirstFailures({ cwd }: PlaywrightPlan, failed: readonly BrowserTest[]): void {
  const folder = join(cwd, "test-results/first-failures");
  mkdirSync(folder, { recursive: true });
  for (const { id, name, reason } of failed)
    writeFileSync(join(folder, `${id}.txt`), `${name}\n\n${reason}\n`);
}
