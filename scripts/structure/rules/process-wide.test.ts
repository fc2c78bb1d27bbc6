/** A value that a process holds once has one way to be held: lib/env/process-wide.ts. */
import { describe, expect, it } from "vitest";
import { listSourceFiles } from "../list-files.ts";
import { isNode, lineAt, parseSource, readSource, type Source, walk } from "../parse-source.ts";

/** The helper, and the controls of the benches, which are applications of their own. */
const EXEMPT = /^(?:lib\/env\/process-wide\.ts$|bench\/controls\/)/;

/** Calls of `Symbol.for`. */
function findGlobalSymbols(source: Source): string[] {
  const found: string[] = [];
  for (const statement of source.body)
    walk(statement, ({ type, callee, start }) => {
      if (type !== "CallExpression" || !isNode(callee) || !isNode(callee.object)) return;
      const isFor = isNode(callee.property) && callee.property.name === "for";
      if (isFor && callee.object.name === "Symbol")
        found.push(`${source.path}:${lineAt(source, start)}`);
    });
  return found;
}

describe("global symbols", () => {
  it("are left to the helper", () => {
    const paths = listSourceFiles().filter((path) => !EXEMPT.test(path));
    expect(paths.flatMap((path) => findGlobalSymbols(readSource(path)))).toEqual([]);
  });

  it("are found where they are used", () => {
    const find = (code: string) => findGlobalSymbols(parseSource("a.ts", code));
    expect(find('const a = 1;\nconst KEY = Symbol.for("halfsilver.a");')).toEqual(["a.ts:2"]);
    expect(find("delete held[Symbol.for(`halfsilver.$" + "{name}`)];")).toEqual(["a.ts:1"]);
    expect(find('const KEY = Symbol("a");')).toEqual([]);
    expect(find(`const text = 'Symbol.for("a")';`)).toEqual([]);
  });
});
