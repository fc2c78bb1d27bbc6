/** Installs the agent frameworks into bench/frameworks from its lock file. */
import { join } from "node:path";
import { hashSources, makeWhenStale } from "../../scripts/build/make-when-stale.ts";
import { ROOT } from "../../scripts/setup/paths.ts";
import { runNpm } from "../stack/run-npm.ts";

export const FRAMEWORKS = "bench/frameworks";

/** @throws Error with the end of npm's output */
export async function installFrameworks(onProgress: (line: string) => void): Promise<void> {
  const hash = hashSources(ROOT, [`${FRAMEWORKS}/package-lock.json`], /^$/);
  const stamp = join(ROOT, FRAMEWORKS, "node_modules", ".bench-stamp");
  await makeWhenStale(stamp, hash, () => {
    onProgress("  Installing the agent frameworks to compare with (npm ci)");
    return runNpm("ci", join(ROOT, FRAMEWORKS));
  });
}
