/** A property is written where it stands, not in a literal that is spread at once or in the next statement. */
import { describe, expect, it } from "vitest";
import { listSourceFiles } from "./list-files.ts";
import {
  isNode,
  lineAt,
  type Node,
  parseSource,
  readSource,
  type Source,
  walk,
} from "./parse-source.ts";

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

/** Literals that have a name for one spread in the statement behind them. */
function findNamedOnce(source: Source): string[] {
  const found: string[] = [];
  for (const statement of source.body)
    walk(statement, ({ type, body }) => {
      if (type !== "BlockStatement" || !Array.isArray(body)) return;
      const inBlock = body.filter(isNode);
      for (const [index, declared] of inBlock.entries()) {
        const name = nameOfLiteral(declared);
        const [next, ...later] = inBlock.slice(index + 1);
        if (!name || !next || !isSpreadOnce(next, name)) continue;
        if (later.every((other) => !mentions(other, name)))
          found.push(`${source.path}:${lineAt(source, declared.start)}`);
      }
    });
  return found;
}

function nameOfLiteral({ type, declarations }: Node): string | null {
  if (type !== "VariableDeclaration" || !Array.isArray(declarations)) return null;
  const [only, ...others] = declarations.filter(isNode);
  if (!only || others.length > 0) return null;
  const { id, init } = only;
  if (!isNode(id) || !isNode(init)) return null;
  const isPlain = id.type === "Identifier" && !id.typeAnnotation;
  return isPlain && init.type === "ObjectExpression" ? String(id.name) : null;
}

/** Only in an object, and not in a function or loop, which may run more than once. */
function isSpreadOnce(statement: Node, name: string): boolean {
  let spreads = 0;
  let others = 0;
  const repeated: Node[] = [];
  walk(statement, (node, parent) => {
    if (/Function|^(?:For|While|DoWhile)/.test(node.type)) repeated.push(node);
    if (node.type === "SpreadElement" && parent?.type === "ObjectExpression")
      if (isNode(node.argument) && isNamed(node.argument, name)) spreads += 1;
    if (isNamed(node, name)) others += parent?.type === "SpreadElement" ? 0 : 1;
  });
  const isOften = repeated.some((node) => mentions(node, name));
  return spreads === 1 && others === 0 && !isOften;
}

function mentions(statement: Node, name: string): boolean {
  let isThere = false;
  walk(statement, (node) => {
    isThere ||= isNamed(node, name);
  });
  return isThere;
}

function isNamed({ type, name }: Node, wanted: string): boolean {
  return type === "Identifier" && name === wanted;
}

const paths = listSourceFiles().filter((path) => !path.includes("/generated/"));

/** Where no literal has a name for one spread. This list may only grow. */
const PLAIN = ["app/", "lib/agents/", "lib/coordinator/", "lib/jobs/"];

describe("literals that are spread at once", () => {
  it("stand nowhere", () => {
    expect(paths.flatMap((path) => findSpreads(readSource(path)))).toEqual([]);
  });

  it("have no name for it", () => {
    const plain = paths.filter((path) => PLAIN.some((room) => path.startsWith(room)));
    const product = plain.filter((path) => !/\.test\.|\/testing\//.test(path));
    expect(product.flatMap((path) => findNamedOnce(readSource(path)))).toEqual([]);
  });

  it("are found where they stand", () => {
    const find = (code: string) => findSpreads(parseSource("a.ts", code));
    expect(find("const a = 1;\nconst b = { ...{ a, c: 2 }, d: 3 };")).toEqual(["a.ts:2"]);
    expect(find("const b = { ...a, ...(c ? { d: 3 } : {}) };")).toEqual([]);
  });

  it.each([
    ["return { ...of, c: 3 };", true],
    ["tell({ ...of, of: 3 }.c);", false],
    ["tell(one.of, { ...of });", false],
    ["tell({ ...of }, { ...of });", false],
    ["tell([...of]);", false],
    ["tell({ c: of });", false],
    ["list.map((c) => ({ ...of, c }));", false],
    ["for (const c of list) tell({ ...of, c });", false],
    ["tell({ ...of });\ntell(of);", false],
    ["wait();\ntell({ ...of });", false],
  ])("are found by their name: %s", (behind, isFound) => {
    const code = `function say() {\n  const of = { a: 1 };\n  ${behind}\n}`;
    expect(findNamedOnce(parseSource("a.ts", code))).toEqual(isFound ? ["a.ts:2"] : []);
  });
});
