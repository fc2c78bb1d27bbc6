/** Data folders of test runs that were killed before they could tidy up. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { removeDataDir } from "../database/postgres-place.ts";
import { commandOf } from "../processes/find-process.ts";

/** Removes those under `root` whose process is gone. */
export function removeOldStacks(root: string): void {
  for (const name of readdirSync(root)) {
    const pid = /^\.data-test-(\d+)-/.exec(name)?.[1];
    if (pid && commandOf(Number(pid)) === null) removeDataDir(join(root, name));
  }
}
