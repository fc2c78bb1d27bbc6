/** The header of a file says what it is for, and stands on its first line. */
import { describe, expect, it } from "vitest";
import { listSourceFiles } from "../list-files.ts";
import { parseSource, readSource, type Source } from "../parse-source.ts";

/** @returns whether a docstring stands among the imports, where only a header could be meant */
function hasLateHeader({ text, body }: Source): boolean {
  const last = body.findLast(({ type }) => type === "ImportDeclaration");
  if (last === undefined || text.startsWith("#!")) return false;
  return text.lastIndexOf("/**", last.start) > 0;
}

describe("headers", () => {
  it("stand on the first line", () => {
    const late = listSourceFiles().filter((path) => hasLateHeader(readSource(path)));
    expect(late).toEqual([]);
  });

  it("are found where they stand", () => {
    const late = (code: string) => hasLateHeader(parseSource("a.ts", code));
    const imported = 'import "server-only";\nimport { a } from "./a.ts";\n';
    expect(late(`/** Header. */\n${imported}/** What b is. */\nexport const b = a;\n`)).toBe(false);
    expect(late(imported.replace("\n", "\n/** Header. */\n"))).toBe(true);
    expect(late(`"use client";\n/** Header. */\n${imported}`)).toBe(true);
    expect(late(`#!/usr/bin/env node\n/** Header. */\n${imported}`)).toBe(false);
  });
});
