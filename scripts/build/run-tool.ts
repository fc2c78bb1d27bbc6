/** Runs a program of node_modules to its end, on the installed Node. */
import { TOOL_OUTPUT_MAX_LINES } from "../limits.ts";
import { keepChild } from "../processes/keep-child.ts";
import { NODE, ROOT } from "../setup/paths.ts";
import { StartProblem } from "../start/start-problem.ts";

/**
 * @param script path from the root, e.g. `node_modules/next/dist/bin/next`
 * @param onOutput gets what it writes, as it comes
 * @throws StartProblem with the last lines of its output when its exit code is not 0
 */
export async function runTool(
  name: string,
  script: string,
  args: readonly string[],
  env: Record<string, string>,
  onOutput: (text: string) => void = () => {},
): Promise<void> {
  const child = keepChild({ name, command: NODE, args: [script, ...args], cwd: ROOT, env });
  child.stdout?.on("data", onOutput);
  const code = await child.exited;
  if (code !== 0)
    throw new StartProblem(
      `${name} failed (exit ${code}).\n${child.lastOutput(TOOL_OUTPUT_MAX_LINES)}`,
    );
}
