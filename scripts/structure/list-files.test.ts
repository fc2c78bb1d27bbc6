import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { listByWalk } from "./list-files.ts";

const FILES = [
  "app/page.tsx",
  "lib/db/client.ts",
  "lib/db/generated/client.ts",
  "node_modules/zod/index.js",
  "bench/loop/node_modules/ai/index.js",
  ".next-test/build.js",
  ".env",
  ".env.example",
  "notes.tsbuildinfo",
  ".gitignore",
];
const IGNORE =
  "# made\nnode_modules\n.next-*\nlib/db/generated\n*.tsbuildinfo\nbench/**/node_modules\n.env*\n!.env.example\n";

it("lists the same files with git and, in a source archive, without git", () => {
  const folder = mkdtempSync(join(tmpdir(), "halfsilver-archive-"));
  try {
    for (const path of FILES) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), path === ".gitignore" ? IGNORE : "");
    }
    const walked = listByWalk(folder).sort();
    expect(walked).toEqual([".env.example", ".gitignore", "app/page.tsx", "lib/db/client.ts"]);
    if (!hasGit()) return;
    execFileSync("git", ["init", "-q"], { cwd: folder });
    const args = ["ls-files", "--others", "--exclude-standard"];
    const listed = execFileSync("git", args, { cwd: folder, encoding: "utf8" }).trim().split("\n");
    expect(walked).toEqual(listed.sort());
    expect(existsSync(join(folder, "node_modules"))).toBe(true);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

function hasGit(): boolean {
  try {
    execFileSync("git", ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
