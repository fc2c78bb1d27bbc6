/** Installs the agent frameworks into bench/frameworks, exactly as its own lock file says. */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { hashSources, makeWhenStale } from "../../scripts/build/make-when-stale.ts";
import { ROOT } from "../../scripts/setup/paths.ts";

export const FRAMEWORKS = "bench/frameworks";

/** @throws Error with npm's last words */
export async function installFrameworks(say: (line: string) => void): Promise<void> {
  const hash = hashSources(ROOT, [`${FRAMEWORKS}/package-lock.json`], /^$/);
  const stamp = join(ROOT, FRAMEWORKS, "node_modules", ".bench-stamp");
  await makeWhenStale(stamp, hash, () => {
    say("  Installing the agent frameworks to compare with (npm ci)");
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
