/** Browser tests against the production build, on a stack started by the start script. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PLANTED_INSTRUCTIONS } from "../../e2e/fixtures/planted-instructions.ts";
import { removeDataDir } from "../database/postgres-place.ts";
import { commandOf } from "../processes/find-process.ts";
import { ROOT } from "../setup/paths.ts";
import { startTestStack, type TestStack } from "../testing/test-stack.ts";
import { runProgram } from "./run-program.ts";
import type { Count, Stage } from "./stage.ts";

/** @param chromium the browser to run */
export function browserStage(chromium: string): Stage {
  return { id: "browser", title: "Browser tests", run: (args) => run(chromium, args) };
}

async function run(chromium: string, args: readonly string[]): Promise<Count> {
  removeOldStacks();
  const folder = mkdtempSync(join(tmpdir(), "halfsilver-playwright-"));
  let stack: TestStack | undefined;
  try {
    stack = await startTestStack({
      name: "browser",
      onLine: showProgress,
      env: { AGENT_INSTRUCTIONS: PLANTED_INSTRUCTIONS },
    });
    const report = join(folder, "report.json");
    const { code } = await runProgram("node_modules/@playwright/test/cli.js", ["test", ...args], {
      show: true,
      env: testEnvironment(stack, chromium, report),
    });
    return count(report, code);
  } catch (error) {
    console.log((error as Error).message);
    return { passed: 0, failed: 1 };
  } finally {
    await stack?.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Removes the data folders of test runs that were killed before they could clean up. */
function removeOldStacks(): void {
  for (const name of readdirSync(ROOT)) {
    const pid = /^\.data-test-(\d+)-/.exec(name)?.[1];
    if (pid && commandOf(Number(pid)) === null) removeDataDir(join(ROOT, name));
  }
}

function testEnvironment(
  stack: TestStack,
  chromium: string,
  report: string,
): Record<string, string> {
  return {
    HALFSILVER_TEST_URL: stack.url,
    HALFSILVER_TEST_MODEL_URL: stack.modelUrl,
    HALFSILVER_TEST_DATABASE_URL: stack.databaseUrl,
    HALFSILVER_DEMO_PASSWORD: stack.demoPassword,
    HALFSILVER_TEST_CHROMIUM: chromium,
    HALFSILVER_TEST_REPORT: report,
  };
}

function showProgress(line: string): void {
  if (line.endsWith("…") || line.startsWith("{")) console.log(`  ${line}`);
}

/** A test that passed only on a retry counts as failed. */
function count(report: string, code: number): Count {
  try {
    const { stats, suites } = JSON.parse(readFileSync(report, "utf8"));
    const failed = stats.unexpected + stats.flaky;
    return {
      passed: stats.expected,
      failed: failed || (code === 0 ? 0 : 1),
      skipped: listSkipped({ suites }),
    };
  } catch {
    return { passed: 0, failed: 1 };
  }
}

/** The parts of Playwright's JSON report that say which tests did not run, and why. */
type Suite = {
  suites?: readonly Suite[];
  specs?: readonly {
    title: string;
    tests: readonly {
      status: string;
      annotations: readonly { type: string; description?: string }[];
    }[];
  }[];
};

function listSkipped({ suites = [], specs = [] }: Suite): string[] {
  const own = specs.flatMap(({ title, tests }) =>
    tests
      .filter(({ status }) => status === "skipped")
      .map(({ annotations }) => {
        const reason = annotations.find(({ type }) => type === "skip")?.description;
        return reason === undefined ? title : `${title} (${reason})`;
      }),
  );
  return [...own, ...suites.flatMap(listSkipped)];
}
