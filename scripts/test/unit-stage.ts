/** Unit, structure and database tests. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runProgram } from "./run-program.ts";
import type { Count, Stage } from "./stage.ts";

export const unitStage: Stage = { id: "unit", title: "Unit, structure and database tests", run };

async function run(args: readonly string[]): Promise<Count> {
  const folder = mkdtempSync(join(tmpdir(), "halfsilver-vitest-"));
  const report = join(folder, "report.json");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  try {
    const { code } = await runProgram(
      "node_modules/vitest/vitest.mjs",
      ["run", ...reporters, ...args],
      { show: true },
    );
    return count(report, code);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A file that cannot be loaded fails without a failed test, so the exit code counts as well. */
function count(report: string, code: number): Count {
  try {
    const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, "utf8"));
    return { passed: numPassedTests, failed: numFailedTests || (code === 0 ? 0 : 1) };
  } catch {
    return { passed: 0, failed: 1 };
  }
}
