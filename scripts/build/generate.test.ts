import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ROOT } from "../setup/paths.ts";
import { bundleDiagrams, CLIENT, FRAMES, generateClient } from "./write-sources.ts";

/** The files of a folder by name. */
function read(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true });
  return Object.fromEntries(
    files
      .filter((file) => file.isFile())
      .map((file) => join(file.parentPath, file.name))
      .map((path) => [path.slice(folder.length + 1), readFileSync(path, "utf8")]),
  );
}

/** Names alone: a difference of minified texts would fill the screen. */
function differences(name: string, target: string): string[] {
  const [made, committed] = [read(join(target, name)), read(join(ROOT, name))];
  const all = new Set([...Object.keys(made), ...Object.keys(committed)]);
  return [...all].filter((path) => made[path] !== committed[path]);
}

it.each([
  [CLIENT, generateClient],
  [FRAMES, bundleDiagrams],
])("%s is what npm run generate writes", async (name, generate) => {
  const target = mkdtempSync(join(tmpdir(), "halfsilver-generated-"));
  try {
    await generate(ROOT, target);
    expect(Object.keys(read(join(target, name))).length).toBeGreaterThan(10);
    expect(differences(name, target)).toEqual([]);
  } finally {
    rmSync(target, { recursive: true });
  }
});
