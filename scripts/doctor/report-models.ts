/** Finds out what is wrong with the address, the key or the model, by a check in a process of its own. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { MODEL_REPORT_TIMEOUT_MS } from "../limits.ts";
import { NODE } from "../setup/paths.ts";

/**
 * Begun while the server starts, so that the word about it comes soon after the server is ready.
 * @param env the settings; default: those of this process
 * @returns one line for each connection that is not right; the server runs in any case
 */
export async function reportModels(
  root: string,
  env: Record<string, string | undefined> = process.env,
): Promise<string[]> {
  const args = ["--conditions=react-server", join(root, "scripts/doctor/main.ts"), "--brief"];
  const timeout = MODEL_REPORT_TIMEOUT_MS;
  // With problems, the exit code is 1, and the lines are in the output as well.
  const { stdout } = await promisify(execFile)(NODE, args, {
    cwd: root,
    timeout,
    env: env as NodeJS.ProcessEnv,
  }).catch((error: { stdout?: string }) => ({ stdout: error.stdout ?? "" }));
  return stdout.split("\n").filter(Boolean);
}
