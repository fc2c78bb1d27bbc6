/** Runs a program of node_modules for a stage, and shows or collects its output. */
import { join } from "node:path";
import { keepChild } from "../processes/keep-child.ts";
import { NODE, ROOT } from "../setup/paths.ts";
import { plainEnvironment } from "./plain-environment.ts";

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
