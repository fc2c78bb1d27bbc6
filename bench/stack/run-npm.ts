/** Installs packages for a control. */
import { spawn } from "node:child_process";

/**
 * @param command `ci` or `install`
 * @throws Error with the end of npm's output
 */
export function runNpm(command: string, folder: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn("npm", [command, "--no-audit", "--no-fund", "--prefer-offline"], {
      cwd: folder,
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk) => {
        output = (output + chunk).slice(-4_000);
      });
    }
    child.once("error", reject);
    child.once("close", (code) => {
      if (code === 0) resolve();
      else reject(new Error(`npm ${command} failed in ${folder}:\n${output.trim()}`));
    });
  });
}
