/** Limits and timeouts are in one `limits.ts` per room, where an operator or a reviewer finds them together. */
import { describe, expect, it } from "vitest";
import { isTest, listSourceFiles } from "./list-files.ts";
import { isNode, lineAt, parseSource, readSource, type Source } from "./parse-source.ts";

const LIMIT = /(?:_(?:MS|S|BYTES|CHARS|MAX)$)|TIMEOUT/;

/** Only TypeScript: the `.mjs` files run inside a sandbox and can import nothing of ours. */
const sources = listSourceFiles().filter(
  (path) =>
    /^(?:lib|app)\/.*\.tsx?$/.test(path) &&
    !/^lib\/(?:db\/generated|messages)\//.test(path) &&
    !isTest(path),
);

const isLimits = (path: string) => path.endsWith("/limits.ts");

/** Top-level constants that are limits by their names. */
function findLimits(source: Source): string[] {
  return source.body.flatMap((statement) => {
    const declaration = isNode(statement.declaration) ? statement.declaration : statement;
    if (declaration.type !== "VariableDeclaration") return [];
    const declarators = Array.isArray(declaration.declarations) ? declaration.declarations : [];
    return declarators.flatMap(({ id }) =>
      id.type === "Identifier" && LIMIT.test(id.name)
        ? [`${source.path}:${lineAt(source, statement.start)} ${id.name}`]
        : [],
    );
  });
}

describe("limits", () => {
  it("are declared in a room's limits.ts", () => {
    const others = sources.filter((path) => !isLimits(path));
    expect(others.flatMap((path) => findLimits(readSource(path)))).toEqual([]);
  });

  it("have one file per room", () => {
    const files = sources.filter(isLimits);
    expect(files.filter((path) => !/^(?:lib\/[^/]+|app)\/limits\.ts$/.test(path))).toEqual([]);
  });
});

describe("the check of limits", () => {
  const find = (code: string) => findLimits(parseSource("lib/a/b.ts", code));

  it.each([
    ["WAIT_MS", "const WAIT_MS = 5;"],
    ["WINDOW_S", "export const WINDOW_S = 5;"],
    ["BODY_BYTES", "const other = 1, BODY_BYTES = 2 * 1024;"],
    ["NAME_CHARS", "let NAME_CHARS = 5;"],
    ["ROWS_MAX", "const ROWS_MAX: number = 5;"],
    ["READ_TIMEOUT", "const READ_TIMEOUT = { ms: 5 };"],
  ])("finds %s", (name, code) => {
    expect(find(code)).toEqual([`lib/a/b.ts:1 ${name}`]);
  });

  it.each([
    "const MAX_WIDTH_CLASS = 5;",
    "const LETTERS = 26;",
    'import { WAIT_MS } from "../limits.ts";',
    "function wait() { const WAIT_MS = 5; return WAIT_MS; }",
  ])("leaves %s", (code) => {
    expect(find(code)).toEqual([]);
  });
});
