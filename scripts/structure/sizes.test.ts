import { describe, expect, it } from "vitest";
import { listFiles, listSourceFiles } from "./list-files.ts";
import { parseSource, readSource } from "./parse-source.ts";
import {
  FILE_MAX_LINES,
  FOLDER_MAX_FILES,
  FUNCTION_LINES,
  findFullFolders,
  findLongFile,
  findLongFunctions,
} from "./rules/check-sizes.ts";

const EXEMPT = /^(components\/ui|lib\/db\/generated)\//;
const sources = listSourceFiles()
  .filter((path) => !EXEMPT.test(path))
  .map(readSource);

describe("sizes", () => {
  it(`no file has more than ${FILE_MAX_LINES} lines`, () => {
    expect(sources.flatMap(findLongFile)).toEqual([]);
  });

  it(`every function is below ${FUNCTION_LINES} lines`, () => {
    expect(sources.flatMap(findLongFunctions)).toEqual([]);
  });

  it(`no folder of code has more than ${FOLDER_MAX_FILES} files`, () => {
    const code = /^(?:app|bench|components|e2e|lib|prisma|scripts)\//;
    // A file of texts for each feature, and what Prisma writes.
    const lists = /^lib\/(?:messages|db\/generated)\//;
    const files = listFiles().filter((path) => code.test(path) && !lists.test(path));
    expect(findFullFolders(files)).toEqual([]);
  });

  it("are measured correctly", () => {
    const many = (count: number) =>
      Array.from({ length: count }, (_, index) => `lib/a/${index}.ts`);
    expect(findFullFolders(many(FOLDER_MAX_FILES))).toEqual([]);
    expect(findFullFolders([...many(FOLDER_MAX_FILES + 1), "a.ts"])).toEqual([
      `lib/a: ${FOLDER_MAX_FILES + 1} files`,
    ]);
    const lines = (count: number) => "\n".repeat(count);
    const long = parseSource("a.ts", `const a = 1;${lines(FILE_MAX_LINES)}const b = 2;\n`);
    expect(findLongFile(long)).toEqual([`a.ts: ${FILE_MAX_LINES + 1} lines`]);
    const inside = `{${lines(FUNCTION_LINES - 1)}}`;
    for (const code of [
      `function f() ${inside}`,
      `const f = () => ${inside};`,
      `class A { f() ${inside} }`,
    ]) {
      expect(findLongFunctions(parseSource("a.ts", code))).toHaveLength(1);
    }
    expect(findLongFunctions(parseSource("a.ts", `describe("a", () => ${inside});`))).toEqual([]);
    expect(
      findLongFunctions(parseSource("a.ts", `function f() {${lines(FUNCTION_LINES - 2)}}`)),
    ).toEqual([]);
  });
});
