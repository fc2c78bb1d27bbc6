/**
 * Most test files share a process, which loads a helper once (vitest.config.ts). So a helper registers no hook while it is
 * loaded (the second file would go without), and holds no value that one test sets and another reads: it registers what
 * ends a test with `onTestFinished`, or exports a function that a test file calls at its top.
 */
import { describe, expect, it } from "vitest";
import { isTest, listSourceFiles } from "../list-files.ts";
import { isNode, lineAt, parseSource, readSource, type Source } from "../parse-source.ts";

/** Begins each test file: Vitest loads it for each. */
const SET_UP = "scripts/testing/begin-file.ts";
/** One interpreter for all, on purpose: tests take turns with it. */
const SHARED = "lib/tools/testing/share-python.ts";

const HOOK = /^(?:before|after)(?:Each|All)$/;

function findHeld(source: Source): string[] {
  return source.body.flatMap((statement) => {
    const at = `${source.path}:${lineAt(source, statement.start)}`;
    if (statement.type === "VariableDeclaration" && statement.kind === "let")
      return [`${at}: holds a value between tests`];
    const called = isNode(statement.expression) ? statement.expression.callee : undefined;
    const isHook = isNode(called) && HOOK.test(String(called.name));
    return isHook ? [`${at}: registers a hook while it is loaded`] : [];
  });
}

describe("a helper of tests", () => {
  it("registers no hook and holds no value while it is loaded", () => {
    const helpers = listSourceFiles().filter(
      (path) => /\/testing\//.test(path) && !isTest(path) && path !== SET_UP && path !== SHARED,
    );
    expect(helpers.flatMap((path) => findHeld(readSource(path)))).toEqual([]);
  });

  it("is found where it does", () => {
    const find = (code: string) => findHeld(parseSource("lib/testing/a.ts", code));
    expect(find("let before;\nafterEach(end);")).toEqual([
      "lib/testing/a.ts:1: holds a value between tests",
      "lib/testing/a.ts:2: registers a hook while it is loaded",
    ]);
    expect(find("afterAll(() => {\n  end();\n});")).toHaveLength(1);
    expect(find("export function provide() {\n  let model;\n  afterAll(end);\n}")).toEqual([]);
  });
});
