/** Rebuilds an output only when its sources have changed. A stamp file beside the output holds the sources' hash. */
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";

/** SHA-256 over the names and contents of files and folders under `root`. Missing paths are skipped. */
export function hashSources(root: string, paths: readonly string[], skip: RegExp): string {
  const hash = createHash("sha256").update(process.version);
  for (const path of paths.flatMap((start) => listFiles(root, start, skip))) {
    const content = readFileSync(join(root, path));
    hash.update(`\0${path}\0${content.length}\0`).update(content);
  }
  return hash.digest("hex");
}

function listFiles(root: string, path: string, skip: RegExp): string[] {
  const stat = statSync(join(root, path), { throwIfNoEntry: false });
  if (!stat || skip.test(path)) return [];
  if (!stat.isDirectory()) return [path];
  const names = readdirSync(join(root, path)).sort();
  return names.flatMap((name) => listFiles(root, join(path, name), skip));
}

/**
 * Runs `make` unless the stamp holds this hash. The stamp is written only when `make` succeeds.
 * @returns whether it ran
 */
export async function makeWhenStale(
  stampFile: string,
  hash: string,
  make: () => Promise<void>,
): Promise<boolean> {
  if (existsSync(stampFile) && readFileSync(stampFile, "utf8") === hash) return false;
  rmSync(stampFile, { force: true });
  await make();
  mkdirSync(dirname(stampFile), { recursive: true });
  writeFileSync(stampFile, hash);
  return true;
}
