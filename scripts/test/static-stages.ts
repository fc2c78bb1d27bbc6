/** The stages lint, knip and types. Each counts as one test. */
import { runProgram } from "./run-program.ts";
import type { Count, Stage } from "./stage.ts";

const KNIP = "node_modules/knip/bin/knip.js";
const USED_BY_TESTS_ONLY = ["--production", "--config", "knip.production.jsonc"];

export const lintStage: Stage = {
  id: "lint",
  title: "Format and lint",
  run: () => check([["node_modules/@biomejs/biome/bin/biome", "ci", "."]]),
};

export const deadCodeStage: Stage = {
  id: "knip",
  title: "Dead code",
  run: () =>
    check([
      [KNIP, "--no-progress"],
      [KNIP, "--no-progress", ...USED_BY_TESTS_ONLY],
    ]),
};

export const typesStage: Stage = {
  id: "types",
  title: "Types",
  run: () =>
    check([
      ["node_modules/next/dist/bin/next", "typegen"],
      ["node_modules/typescript/bin/tsc", "--noEmit"],
    ]),
};

/** Runs programs one after another until one fails, and prints the output of that one. */
async function check(programs: readonly (readonly [string, ...string[]])[]): Promise<Count> {
  for (const [script, ...args] of programs) {
    const { code, output } = await runProgram(script, args, { show: false });
    if (code === 0) continue;
    console.log(output.trimEnd());
    return { passed: 0, failed: 1 };
  }
  return { passed: 1, failed: 0 };
}
