import { describe, expect, it } from "vitest";
import { isTest, listSourceFiles } from "./list-files.ts";
import { parseSource, readSource, type Source } from "./parse-source.ts";
import { readImports } from "./read-imports.ts";
import { findActionProblems, findInlineActions, isActionFile } from "./rules/check-actions.ts";
import { roomOf } from "./rules/check-layering.ts";
import { findUnguarded } from "./rules/check-server-only.ts";

const product = listSourceFiles().filter((path) => roomOf(path) !== null && !isTest(path));
const sources = product.map(readSource);

function unguarded(all: readonly Source[]): string[] {
  return findUnguarded(
    new Map(all.map((source) => [source.path, source])),
    new Map(all.map((source) => [source.path, readImports(source)])),
  );
}

describe("server rooms", () => {
  it('import "server-only" first in every file, unless it is plain', () => {
    expect(unguarded(sources)).toEqual([]);
  });

  it("need the guard in a file that imports Node, a package, or a guarded file", () => {
    const guard = 'import "server-only";\n';
    const all = [
      parseSource("lib/db/guarded.ts", `${guard}import fs from "node:fs";`),
      parseSource(
        "lib/db/plain.ts",
        `import type { A } from "./guarded.ts";\nimport { z } from "zod";`,
      ),
      parseSource("lib/db/node.ts", `import fs from "node:fs";`),
      parseSource("lib/db/package.ts", `import pg from "pg";`),
      parseSource("lib/db/reaches.ts", `import { a } from "./guarded.ts";`),
      parseSource("lib/db/late.ts", `import fs from "node:fs";\n${guard}`),
    ];
    const found = ["lib/db/node.ts", "lib/db/package.ts", "lib/db/reaches.ts", "lib/db/late.ts"];
    expect(unguarded(all)).toEqual(found);
  });
});

describe('"use server" files', () => {
  it("export only short async functions", () => {
    const actions = sources.filter(isActionFile);
    expect(actions.flatMap(findActionProblems)).toEqual([]);
    expect(actions.length).toBeGreaterThan(0);
  });

  it("are the only place of actions", () => {
    expect(sources.flatMap(findInlineActions)).toEqual([]);
    const inside = parseSource("app/page.tsx", 'const send = async () => { "use server"; };');
    expect(findInlineActions(inside)).toHaveLength(1);
  });

  it.each([
    ["export const LIMIT = 1;"],
    ["export function act() {}"],
    ["export const act = async () => {};"],
    ["export default async function act() {}"],
    [`export * from "./other.ts";`],
    [`export async function act() {${"\n".repeat(13)}}`],
  ])("may not contain %s", (code) => {
    const source = parseSource("app/act.ts", `"use server";\n${code}`);
    expect(isActionFile(source)).toBe(true);
    expect(findActionProblems(source)).toHaveLength(1);
  });

  it("may export types and short async functions", () => {
    const code = `"use server";\nexport type A = 1;\nexport async function act() {}`;
    expect(findActionProblems(parseSource("app/act.ts", code))).toEqual([]);
  });
});
