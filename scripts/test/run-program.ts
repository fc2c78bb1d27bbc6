/** Runs a program of node_modules for a stage, and shows or collects its output. */
import { join } from "node:path";
import { Settings } from "../../lib/env/settings.ts";
import { keepChild } from "../processes/keep-child.ts";
import { NODE, ROOT } from "../setup/paths.ts";

const KEPT = new Set([
  "HALFSILVER_TEST_ALL",
  "HALFSILVER_TEST_CHROMIUM",
  "HALFSILVER_TEST_OLD",
  "HALFSILVER_TEST_SOAK",
]);

export type ProgramResult = { code: number; output: string };

/**
 * @param script path from the root
 * @param options.show prints the output as it arrives; otherwise it is collected
 * @param options.cwd absent: the root
 */
export async function runProgram(
  script: string,
  args: readonly string[],
  options: { show: boolean; env?: Record<string, string>; cwd?: string },
): Promise<ProgramResult> {
  const child = keepChild({
    name: script,
    command: NODE,
    args: [join(ROOT, script), ...args],
    cwd: options.cwd ?? ROOT,
    env: { ...plainEnvironment(), ...options.env },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (chunk: string) => {
      if (options.show) process.stdout.write(chunk);
      else output += chunk;
    });
  }
  const code = await child.exited;
  return { code, output };
}

/**
 * Removes all settings of Halfsilver from the environment of tests, so that none reaches a real database or model.
 * @returns the variables to unset, each as undefined
 */
export function plainEnvironment(): Record<string, undefined> {
  const settings = new Set(["PORT", "HOSTNAME", "NODE_ENV", ...Object.keys(Settings.in.shape)]);
  const names = Object.keys(process.env).filter(
    (name) => settings.has(name) || /^(HALFSILVER|DEMO_MODEL|OPENAI)_/.test(name),
  );
  return Object.fromEntries(
    names.filter((name) => !KEPT.has(name)).map((name) => [name, undefined]),
  );
}
