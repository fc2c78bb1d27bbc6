/** The files of this repository as git sees them: tracked, or new and not ignored. */
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../setup/paths.ts";

/** Paths from the root, with forward slashes. */
export function listFiles(): string[] {
  const args = ["ls-files", "--cached", "--others", "--exclude-standard", "-z"];
  const listed = execFileSync("git", args, { cwd: ROOT, encoding: "utf8", maxBuffer: 50_000_000 });
  const paths = [...new Set(listed.split("\0"))].filter((path) => path !== "");
  return paths.filter((path) => existsSync(join(ROOT, path))).sort();
}

/** TypeScript and JavaScript, ours. */
export function listSourceFiles(): string[] {
  return listFiles().filter((path) => /\.(ts|tsx|mjs)$/.test(path));
}

export function isTest(path: string): boolean {
  return /\.(test|spec)\.tsx?$/.test(path) || path.split("/").includes("testing");
}
