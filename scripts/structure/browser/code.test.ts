/** What the code for the browser must keep to. */
import { describe, expect, it } from "vitest";
import { isTest, listSourceFiles } from "../list-files.ts";
import {
  isNode,
  lineAt,
  type Node,
  parseSource,
  readSource,
  type Source,
  walk,
} from "../parse-source.ts";
import { readImports } from "../read-imports.ts";
import { isActionFile } from "../rules/check-actions.ts";

const product = listSourceFiles()
  .filter((path) => /^(?:app|components|lib)\//.test(path) && !isTest(path))
  .map(readSource);

/** Methods of a QueryClient whose first argument is a key. */
const TAKE_A_KEY = /^(?:get|set)Query(?:Data|State|Defaults)$/;

/** Keys that no factory made. A name passes unless this file gives it to a list. */
function findLooseKeys(source: Source): string[] {
  const lists = new Set<unknown>();
  const keys: Node[] = [];
  for (const statement of source.body) {
    walk(statement, (node) => {
      if (node.type === "VariableDeclarator" && isNode(node.init) && isList(node.init))
        lists.add(nameOf(node.id));
      const key = keyIn(node);
      if (key) keys.push(key);
    });
  }
  return keys
    .filter((key) => (key.type === "Identifier" ? lists.has(key.name) : !isMade(key)))
    .map((key) => `${source.path}:${lineAt(source, key.start)}`);
}

/** The key that a property names, or that a call begins with. */
function keyIn(node: Node): Node | null {
  if (node.type === "Property" && nameOf(node.key) === "queryKey")
    return isNode(node.value) ? node.value : null;
  if (node.type !== "CallExpression" || !isNode(node.callee)) return null;
  const [first] = Array.isArray(node.arguments) ? node.arguments : [];
  const takesKey = TAKE_A_KEY.test(String(nameOf(node.callee.property)));
  return takesKey && isNode(first) ? first : null;
}

/** `chatKeys.list()`: a call of a member of something whose name ends in `Keys`. */
function isMade({ type, callee }: Node): boolean {
  return type === "CallExpression" && isNode(callee) && /Keys$/.test(String(nameOf(callee.object)));
}

function isList({ type, expression }: Node): boolean {
  return type === "ArrayExpression" || (isNode(expression) && isList(expression));
}

function nameOf(node: unknown): unknown {
  return isNode(node) ? node.name : undefined;
}

describe("a key of React Query", () => {
  it("comes from a key factory", () => {
    expect(product.flatMap(findLooseKeys)).toEqual([]);
  });

  it.each([
    'useQuery({ queryKey: ["runs"] });',
    'useQuery({ queryKey: ["runs", id] as const });',
    "useQuery({ queryKey: keyOf(id) });",
    'const queryKey = ["runs"]; useQuery({ queryKey });',
    'client.setQueryData<Run>(["run"], run);',
  ])("would be found in %s", (code) => {
    expect(findLooseKeys(parseSource("a.ts", code))).toEqual(["a.ts:1"]);
  });

  it.each([
    "useQuery({ queryKey: runKeys.list() });",
    "const key = runKeys.detail(id); client.setQueryData(key, run);",
  ])("may be made by %s", (code) => {
    expect(findLooseKeys(parseSource("a.ts", code))).toEqual([]);
  });
});

/** What a browser loads because of these files: everything imported, now or later, but for types and server actions. */
function reachableFrom(entries: readonly string[], sources: ReadonlyMap<string, Source>): Source[] {
  const seen = new Set<Source>();
  const visit = (path: string) => {
    const source = sources.get(path);
    if (!source || seen.has(source) || isActionFile(source)) return;
    seen.add(source);
    for (const { file, typeOnly } of readImports(source)) if (file && !typeOnly) visit(file);
  };
  for (const path of entries) visit(path);
  return [...seen];
}

function isEntry({ body }: Source): boolean {
  return body.some((node) => node.directive === "use client");
}

/**
 * Files of the browser that import zod by another name than zod/mini: all of it is more than a page needs, and only
 * this name stands for \`lib/contracts/zod-in-browser.ts\` there.
 */
function findOtherZod(all: readonly Source[]): string[] {
  const sources = new Map(all.map((source) => [source.path, source]));
  const entries = all.filter(isEntry).map(({ path }) => path);
  return reachableFrom(entries, sources)
    .filter((source) =>
      readImports(source).some(
        ({ specifier, typeOnly }) => !typeOnly && /^zod(?!\/mini$)(?:\/|$)/.test(specifier),
      ),
    )
    .map(({ path }) => path);
}

describe("the schemas of the browser", () => {
  it("are zod/mini's", () => {
    expect(findOtherZod(product)).toEqual([]);
  });

  it("are looked for in what client components import, also later, but not in types and actions", () => {
    const all = [
      ["app/a.tsx", 'import { z } from "zod"; import { B } from "@/components/b.tsx";'],
      [
        "components/b.tsx",
        `"use client"; import "./c.ts"; import type { D } from "../d.ts"; import { act } from "@/app/act.ts";
        const load = () => import("./e.ts");`,
      ],
      ["components/c.ts", 'import * as z from "zod/mini"; import "./f.ts";'],
      ["components/d.ts", 'import { z } from "zod";'],
      ["components/e.ts", 'import { z } from "zod";'],
      ["components/f.ts", 'export { z } from "zod/v4";'],
      ["app/act.ts", '"use server"; import { z } from "zod";'],
    ] as const;
    const found = findOtherZod(all.map(([path, code]) => parseSource(path, code)));
    expect(found).toEqual(["components/f.ts", "components/e.ts"]);
  });
});
