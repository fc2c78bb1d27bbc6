/** Browser tests against the production build, on a stack that the start script itself starts. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PLANTED_INSTRUCTIONS } from "../../e2e/fixtures/planted-instructions.ts";
import { ROOT } from "../setup/paths.ts";
import { removeOldStacks } from "../testing/remove-old-stacks.ts";
import { startTestStack, type TestStack } from "../testing/test-stack.ts";
import { runProgram } from "./run-program.ts";
import type { Count, Stage } from "./stage.ts";

/** @param chromium the browser to run */
export function browserStage(chromium: string): Stage {
  return { id: "browser", title: "Browser tests", run: (args) => run(chromium, args) };
}

async function run(chromium: string, args: readonly string[]): Promise<Count> {
  removeOldStacks(ROOT);
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
      env: describe(stack, chromium, report),
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

function describe(stack: TestStack, chromium: string, report: string): Record<string, string> {
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

/** A test that passed only when it was run again counts as failed. */
function count(report: string, code: number): Count {
  try {
    const { stats } = JSON.parse(readFileSync(report, "utf8"));
    const failed = stats.unexpected + stats.flaky;
    return { passed: stats.expected, failed: failed || (code === 0 ? 0 : 1) };
  } catch {
    return { passed: 0, failed: 1 };
  }
}
