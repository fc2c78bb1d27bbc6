/** A property is written where it stands, not in a literal that is spread at once. */
import { describe, expect, it } from "vitest";
import { listSourceFiles } from "./list-files.ts";
import { isNode, lineAt, parseSource, readSource, type Source, walk } from "./parse-source.ts";

function findSpreads(source: Source): string[] {
  const found: string[] = [];
  for (const statement of source.body)
    walk(statement, ({ type, argument, start }, parent) => {
      const isProperty = type === "SpreadElement" && parent?.type === "ObjectExpression";
      if (isProperty && isNode(argument) && argument.type === "ObjectExpression")
        found.push(`${source.path}:${lineAt(source, start)}`);
    });
  return found;
}

describe("literals that are spread at once", () => {
  it("stand nowhere", () => {
    const paths = listSourceFiles().filter((path) => !path.includes("/generated/"));
    expect(paths.flatMap((path) => findSpreads(readSource(path)))).toEqual([]);
  });

  it("are found where they stand", () => {
    const find = (code: string) => findSpreads(parseSource("a.ts", code));
    expect(find("const a = 1;\nconst b = { ...{ a, c: 2 }, d: 3 };")).toEqual(["a.ts:2"]);
    expect(find("const b = { ...a, ...(c ? { d: 3 } : {}) };")).toEqual([]);
  });
});
