/** The stages that run in Vitest: unit, structure and database tests, tests of a whole server, and slow faults. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { TEMPLATE_URL } from "../testing/copy-template.ts";
import { removeOldStacks } from "../testing/test-stack.ts";
import type { RunDatabase } from "./run-database.ts";
import { runProgram } from "./run-program.ts";
import type { Count, Stage } from "./stage.ts";

/** @param database null: the tests start one when the first of them asks for it */
export function unitStage(database: RunDatabase | null): Stage {
  return {
    id: "unit",
    title: "Unit, structure and database tests",
    async run(args) {
      const env: Record<string, string> = {};
      if (database) env[TEMPLATE_URL] = await database.templateUrl();
      return run(["--project=alone", "--project=together", ...args], env);
    },
  };
}

/** Needs the production build, and no browser. */
export function serverStage(prepare: () => Promise<void>, database: RunDatabase): Stage {
  return {
    id: "server",
    title: "Tests of the server",
    async run(args) {
      removeOldStacks();
      await prepare();
      const env = { [TEMPLATE_URL]: await database.templateUrl() };
      return run(["--project=server", ...args], env);
    },
  };
}

export const unitFaultsStage: Stage = {
  id: "faults",
  title: "Faults of single parts",
  run: (args) => run(["--project=faults", ...args], {}),
};

async function run(args: readonly string[], env: Record<string, string>): Promise<Count> {
  const folder = mkdtempSync(join(tmpdir(), "halfsilver-vitest-"));
  const report = join(folder, "report.json");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  try {
    const { code } = await runProgram(
      "node_modules/vitest/vitest.mjs",
      ["run", ...reporters, ...args],
      { show: true, env },
    );
    const isChosen = args.some((arg) => /^(?:-t|--testNamePattern)/.test(arg));
    return { ...count(report, code), ...(isChosen ? { skipped: [] } : {}) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

type Report = {
  numPassedTests: number;
  numFailedTests: number;
  testResults: readonly {
    assertionResults: readonly { status: string; fullName: string }[];
  }[];
};

/** A file that cannot be loaded fails without a failed test, so the exit code counts as well. */
function count(report: string, code: number): Count {
  try {
    const read = JSON.parse(readFileSync(report, "utf8")) as Report;
    const skipped = read.testResults
      .flatMap(({ assertionResults }) => assertionResults)
      .filter(({ status }) => status === "skipped")
      .map(({ fullName }) => fullName);
    const failed = read.numFailedTests || (code === 0 ? 0 : 1);
    return { passed: read.numPassedTests, failed, skipped };
  } catch {
    return { passed: 0, failed: 1 };
  }
}
