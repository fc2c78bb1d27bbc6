/** Installs the agent frameworks into bench/frameworks from its lock file. */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { hashSources, makeWhenStale } from "../../scripts/build/make-when-stale.ts";
import { ROOT } from "../../scripts/setup/paths.ts";

export const FRAMEWORKS = "bench/frameworks";

/** @throws Error with the end of npm's output */
export async function installFrameworks(onProgress: (line: string) => void): Promise<void> {
  const hash = hashSources(ROOT, [`${FRAMEWORKS}/package-lock.json`], /^$/);
  const stamp = join(ROOT, FRAMEWORKS, "node_modules", ".bench-stamp");
  await makeWhenStale(stamp, hash, () => {
    onProgress("  Installing the agent frameworks to compare with (npm ci)");
    return install();
  });
}

function install(): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn("npm", ["ci", "--no-audit", "--no-fund"], {
      cwd: join(ROOT, FRAMEWORKS),
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
      else reject(new Error(`The frameworks could not be installed:\n${output.trim()}`));
    });
  });
}
