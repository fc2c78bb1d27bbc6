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

const DOCSTRING = /\/\*\*(?:(?!\*\/)[\s\S])*\*\/[ \t]*\n/g;

/** @returns whether a docstring describes nothing: a blank line or another one follows. A header may stand alone. */
function hasOrphan(text: string): boolean {
  return [...text.matchAll(DOCSTRING)].some(({ 0: docstring, index }) => {
    const isHeader = /^(?:#!.*\n|["']use \w+["'];\n)?$/.test(text.slice(0, index));
    const next = text.slice(index + docstring.length).trimStart();
    const isTypedef = docstring.includes("@typedef");
    return (
      !isHeader && !isTypedef && (next.startsWith("/**") || text[index + docstring.length] === "\n")
    );
  });
}

describe("headers", () => {
  it("stand on the first line", () => {
    const late = listSourceFiles().filter((path) => hasLateHeader(readSource(path)));
    expect(late).toEqual([]);
  });

  it("and docstrings stand on what they describe", () => {
    const files = listSourceFiles().filter((path) => !path.includes("/generated/"));
    expect(files.filter((path) => hasOrphan(readSource(path).text))).toEqual([]);
    const header = "/** What the file is. */\n";
    expect(hasOrphan(`${header}\n/** What a is. */\nconst a = 1;\n`)).toBe(false);
    expect(hasOrphan(`${header}const a = 1;\n/** Of b. */\n\nconst b = 1;\n`)).toBe(true);
    expect(hasOrphan(`${header}/** Of b. */\n/** Of b, too. */\nconst b = 1;\n`)).toBe(true);
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
