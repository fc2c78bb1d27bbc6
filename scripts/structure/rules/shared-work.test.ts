/**
 * What takes the most of a server is reached through one door each, which takes a place (docs/decisions/0080). What does the
 * work is imported by its door alone, and the door exports nothing that goes around the gate.
 */
import { describe, expect, it } from "vitest";
import { isTest, listSourceFiles } from "../list-files.ts";
import { isNode, parseSource, readSource, type Source, walk } from "../parse-source.ts";
import { readImports } from "../read-imports.ts";

const GATE = "lib/gate/shared-work.ts";

/** The doors, and the functions and classes that they export. */
const DOORS: Record<string, readonly string[]> = {
  "lib/tools/file-extraction/extract-text.ts": ["extractText"],
  "lib/tools/picture-rewrite/rewrite-picture.ts": ["rewritePicture"],
  "lib/tools/document-print/print-document.ts": ["printDocument"],
  "lib/tools/python-interpreter/interpreter-pool.ts": [
    "InterpreterPool",
    "pythonPool",
    "warmPython",
    "stopPython",
    "createPythonPool",
  ],
  "lib/tools/fetch-page/load-page.ts": ["loadPage"],
  "lib/tools/web-search/web-search.ts": [
    "webSearch",
    "createWebSearch",
    "chooseProvider",
    "searxng",
    "tavily",
    "brave",
  ],
  "lib/db/search/search-messages.ts": ["searchMessages", "matchesPatterns"],
  "lib/db/search/find-in-conversation.ts": ["findInConversation"],
  "lib/db/passages/search-passages.ts": ["searchPassages"],
  "lib/db/inspector/run/search-run.ts": ["searchRun"],
  "lib/db/inspector/runs/export-runs.ts": ["exportRuns"],
  "lib/db/conversations/export-conversations.ts": [
    "exportConversation",
    "exportConversations",
    "exportSelected",
    "writeConversation",
    "writeConversations",
  ],
  "lib/db/accounts/export-account.ts": ["exportAccount"],
  "lib/db/audit/export-trail.ts": ["planExport", "exportTrail", "findPerson"],
  "lib/inspector/run/export-run.ts": ["exportRun", "headOf", "writeRuns"],
};

/** What does the work, and who may import it. */
const INSIDE: Record<string, readonly string[]> = {
  "lib/tools/sandbox/spawn-sandboxed-node.ts": [
    "lib/tools/file-extraction/extract-text.ts",
    "lib/tools/picture-rewrite/rewrite-picture.ts",
    "lib/tools/document-print/print-document.ts",
    "lib/tools/sandbox/run-once.ts",
    "lib/tools/python-interpreter/start-interpreter.ts",
    "lib/tools/python-interpreter/ensure-snapshot.ts",
  ],
  "lib/tools/sandbox/run-once.ts": [
    "lib/tools/file-extraction/extract-text.ts",
    "lib/tools/picture-rewrite/rewrite-picture.ts",
    "lib/tools/document-print/print-document.ts",
  ],
  "lib/tools/python-interpreter/start-interpreter.ts": [
    "lib/tools/python-interpreter/interpreter-pool.ts",
  ],
  "lib/tools/web-search/search-provider.ts": ["lib/tools/web-search/web-search.ts"],
  "node:http": ["lib/tools/fetch-page/load-page.ts"],
  "node:https": ["lib/tools/fetch-page/load-page.ts"],
};

const product = listSourceFiles().filter((path) => !isTest(path));

/** Names of the functions and classes that a file exports. */
function exportsOf({ body }: Source): string[] {
  return body
    .flatMap(({ type, declaration }) => {
      if (type !== "ExportNamedDeclaration" || !isNode(declaration)) return [];
      if (isNode(declaration.id))
        return /Function|Class/.test(declaration.type) ? [declaration.id] : [];
      const declarators = Array.isArray(declaration.declarations) ? declaration.declarations : [];
      return declarators.flatMap(({ id, init }) =>
        isNode(init) && /Function/.test(init.type) ? [id] : [],
      );
    })
    .map((id) => String(id.name));
}

/** Calls of `fetch`. */
function fetchesIn({ body }: Source): number {
  let count = 0;
  for (const statement of body)
    walk(statement, ({ type, callee }) => {
      if (type === "CallExpression" && isNode(callee) && callee.name === "fetch") count += 1;
    });
  return count;
}

describe("expensive work", () => {
  it.each(Object.entries(DOORS))("has a door in %s, which takes a place", (path, names) => {
    const source = readSource(path);
    expect(readImports(source).map(({ file }) => file)).toContain(GATE);
    expect(exportsOf(source)).toEqual(names);
  });

  it.each(Object.entries(INSIDE))("of %s is reached by its door alone", (inside, importers) => {
    const found = product.filter((path) => {
      if (inside.startsWith("node:") && !path.startsWith("lib/tools/")) return false;
      return readImports(readSource(path)).some(
        ({ file, specifier, typeOnly }) => !typeOnly && (file ?? specifier) === inside,
      );
    });
    expect(found.toSorted()).toEqual(importers.toSorted());
  });

  it("calls `fetch` for web searches and MCP alone", () => {
    const paths = product.filter((path) => path.startsWith("lib/tools/"));
    const asking = paths.filter((path) => fetchesIn(readSource(path)) > 0);
    expect(asking).toEqual([
      "lib/tools/mcp/open-session.ts",
      "lib/tools/web-search/search-provider.ts",
    ]);
  });

  it("is found where a door opens another way", () => {
    const source = parseSource(
      "a.ts",
      "export function one() {}\nexport const two = async () => 2;\nexport class Three {}\nconst no = () => 1;\nexport type Four = 4;\nexport const LIMIT = 5;\nvoid fetch(no);",
    );
    expect(exportsOf(source)).toEqual(["one", "two", "Three"]);
    expect(fetchesIn(source)).toBe(1);
  });
});
