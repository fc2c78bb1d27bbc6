/** A program does its work when it is loaded, so no other file may import it, except by a call of `import()`, which starts it. */
import { describe, expect, it } from "vitest";
import { isTest, listSourceFiles } from "../list-files.ts";
import { isNode, type Node, parseSource, readSource, type Source } from "../parse-source.ts";
import { readImports } from "../read-imports.ts";

/** Runs something at its top level and waits for it: `await work()`, `main().catch(…)`. */
function isProgram({ body }: Source): boolean {
  return body.some(({ type, expression }) => {
    if (type !== "ExpressionStatement" || !isNode(expression)) return false;
    return expression.type === "AwaitExpression" || callsMain(expression);
  });
}

function callsMain(node: Node): boolean {
  if (node.type === "UnaryExpression" && isNode(node.argument)) return callsMain(node.argument);
  if (node.type === "Identifier") return node.name === "main";
  const inner = node.type === "MemberExpression" ? node.object : node.callee;
  return isNode(inner) && callsMain(inner);
}

describe("a program", () => {
  it("is imported by no other file", () => {
    const files = listSourceFiles();
    const programs = new Set(files.filter((path) => !isTest(path) && isProgram(readSource(path))));
    expect(programs).toContain("scripts/start/main.ts");
    const imported = files.flatMap((path) =>
      readImports(readSource(path))
        .filter(
          ({ file, typeOnly, lazy }) => !typeOnly && !lazy && file !== null && programs.has(file),
        )
        .map(({ file }) => `${path} imports ${file}`),
    );
    expect(imported).toEqual([]);
  });

  it("is known by what it does at its top level", () => {
    const program = (code: string) => isProgram(parseSource("a.ts", code));
    expect(program("await run();")).toBe(true);
    expect(program("main().catch(report);")).toBe(true);
    expect(program("void main();")).toBe(true);
    expect(program("export function main() {}")).toBe(false);
    expect(program("register(main);")).toBe(false);
    expect(program("export const read = await load();")).toBe(false);
  });
});
