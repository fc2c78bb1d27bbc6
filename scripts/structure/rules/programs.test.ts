/** A program does its work when it is loaded, so no other file may import it, except by a call of `import()`, which starts it. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT } from "../../setup/paths.ts";
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

type Package = Record<"scripts" | "dependencies" | "devDependencies", Record<string, string>>;
const packageIn = (folder: string) =>
  JSON.parse(readFileSync(join(ROOT, folder, "package.json"), "utf8")) as Package;

describe("the workspace of the benches", () => {
  const [root, bench] = [packageIn("."), packageIn("bench")];

  it("runs each bench as the root does", () => {
    const all = Object.entries(root.scripts).filter(([name]) => /^bench(?::|$)/.test(name));
    expect(Object.entries(bench.scripts)).toEqual(
      all.map(([name, command]) => [name, command.replace("bench/run.mjs", "run.mjs")]),
    );
  });

  it("names every package that its files import, in the version of the root", () => {
    const imported = listSourceFiles()
      .filter((path) => path.startsWith("bench/"))
      .flatMap((path) => readImports(readSource(path)))
      .filter(({ specifier, file }) => !file && !/^(?:node:|#)/.test(specifier))
      .map(({ specifier }) => /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier);
    expect(imported).toContain("pg");
    const named = Object.keys(bench.devDependencies);
    expect(imported.filter((name) => !named.includes(name))).toEqual([]);
    const versions = { ...root.dependencies, ...root.devDependencies };
    const shared = named.filter((name) => name in versions);
    expect(shared.filter((name) => versions[name] !== bench.devDependencies[name])).toEqual([]);
  });
});

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
