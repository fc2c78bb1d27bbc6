/** The header of a file says what it is for, and stands on its first line. */
import { describe, expect, it } from "vitest";
import { isTest, listSourceFiles } from "../list-files.ts";
import { isNode, type Node, parseSource, readSource, type Source, walk } from "../parse-source.ts";

const hasHeader = ({ text }: Source) => /^(?:#!.*\n)?\/\*\*/.test(text);

const isOpening = ({ type, source, directive }: Node) =>
  type === "ImportDeclaration" || isNode(source) || typeof directive === "string";

/** @returns whether a docstring stands among the first imports and re-exports, where only a header could be meant */
function hasLateHeader({ text, body }: Source): boolean {
  const end = body.findIndex((statement) => !isOpening(statement));
  const last = body.at(end === -1 ? -1 : end - 1);
  if (last === undefined || end === 0 || text.startsWith("#!")) return false;
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

/** The first word of a sentence that says what a function does. */
const ACTS =
  /^\/\*\*[\s*]*(?:Aligns|Applies|Builds|Checks|Counts|Finds|Makes|Parses|Reads|Sorts|Writes) /;

/** @returns the types of data whose docstring says what a function does */
function findActingTypes({ text, body }: Source): string[] {
  return body.flatMap((statement) => {
    const type = isNode(statement.declaration) ? statement.declaration : statement;
    if (type.type !== "TSTypeAliasDeclaration" || !isNode(type.id) || hasFunctions(type)) return [];
    const docstring = text.slice(0, statement.start).match(/\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n$/);
    return docstring && ACTS.test(docstring[0]) ? [String(type.id.name)] : [];
  });
}

function hasFunctions(type: Node): boolean {
  let has = false;
  walk(type, (node) => {
    has ||= node.type === "TSFunctionType" || node.type === "TSMethodSignature";
  });
  return has;
}

describe("headers", () => {
  it("begin every file but a test", () => {
    const files = listSourceFiles().filter((path) => !isTest(path));
    expect(files.filter((path) => !hasHeader(readSource(path)))).toEqual([]);
  });

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

  it("and docstrings of data do not say what a function does", () => {
    const acting = listSourceFiles().flatMap((path) =>
      findActingTypes(readSource(path)).map((name) => `${path}: ${name}`),
    );
    expect(acting).toEqual([]);
    const found = (code: string) => findActingTypes(parseSource("a.ts", code));
    expect(found("/** Reads a. */\ntype A = { a: string };\n")).toEqual(["A"]);
    expect(found("/**\n * Reads a.\n */\nexport type A = { a: string };\n")).toEqual(["A"]);
    expect(found("/** Reads a. */\ntype A = { read(): string };\n")).toEqual([]);
    expect(found("/** Reads a. */\ntype Read = () => string;\n")).toEqual([]);
    expect(found("/** What was read. */\ntype A = { a: string };\n")).toEqual([]);
    expect(found("/** Reads a. */\nconst a = 1;\ntype A = { a: string };\n")).toEqual([]);
  });

  it("are found where they stand", () => {
    const late = (code: string) => hasLateHeader(parseSource("a.ts", code));
    const imported = 'import "server-only";\nimport { a } from "./a.ts";\n';
    expect(late(`/** Header. */\n${imported}/** What b is. */\nexport const b = a;\n`)).toBe(false);
    expect(late(imported.replace("\n", "\n/** Header. */\n"))).toBe(true);
    expect(late(`"use client";\n/** Header. */\n${imported}`)).toBe(true);
    expect(late('import "server-only";\n/** Header. */\nexport { a } from "./a.ts";\n')).toBe(true);
    expect(
      late(`${imported}/** What b is. */\nexport const b = a;\nexport { c } from "./c.ts";\n`),
    ).toBe(false);
    expect(late(`#!/usr/bin/env node\n/** Header. */\n${imported}`)).toBe(false);
  });
});
