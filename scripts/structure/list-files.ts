/** Lists the files of the repository with git, or by .gitignore where there is no git. */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, matchesGlob } from "node:path/posix";
import { ROOT } from "../setup/paths.ts";

/** Committed, and written by `npm run generate`. */
const MADE = /^lib\/db\/generated\//;

/** Paths from the root, with forward slashes, sorted. */
export function listFiles(): string[] {
  const paths = listByGit() ?? listByWalk(ROOT);
  return paths.filter((path) => existsSync(join(ROOT, path))).sort();
}

/** Tracked files, and untracked ones that are not ignored. Null outside a checkout, e.g. in a source archive. */
function listByGit(): string[] | null {
  if (!existsSync(join(ROOT, ".git"))) return null;
  const args = ["ls-files", "--cached", "--others", "--exclude-standard", "-z"];
  const { status, stdout } = spawnSync("git", args, {
    cwd: ROOT,
    encoding: "utf8",
    maxBuffer: 50_000_000,
  });
  return status === 0 ? [...new Set(stdout.split("\0"))].filter((path) => path !== "") : null;
}

/** @param root a folder with a .gitignore of plain names, globs and `!` exceptions */
export function listByWalk(root: string): string[] {
  const isIgnored = readIgnored(root);
  const list = (folder: string): string[] =>
    readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (entry.name === ".git" || isIgnored(path, entry.name)) return [];
      return entry.isDirectory() ? list(path) : [path];
    });
  return list("");
}

/** Patterns with a slash match the path, others the name; the last matching line decides. */
function readIgnored(root: string): (path: string, name: string) => boolean {
  const lines = readFileSync(join(root, ".gitignore"), "utf8").split("\n");
  const rules = lines
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => ({
      ignores: !line.startsWith("!"),
      glob: line.replace(/^!/, "").replace(/\/$/, ""),
    }));
  return (path, name) => {
    const rule = rules.findLast(({ glob }) =>
      matchesGlob(glob.includes("/") ? path : name, glob.replace(/^\//, "")),
    );
    return rule?.ignores ?? false;
  };
}

/** The TypeScript and JavaScript files of the repository. */
export function listSourceFiles(): string[] {
  return listFiles().filter((path) => /\.(ts|tsx|mjs)$/.test(path) && !MADE.test(path));
}

export function isTest(path: string): boolean {
  return /\.(test|spec)\.tsx?$/.test(path) || path.split("/").includes("testing");
}
