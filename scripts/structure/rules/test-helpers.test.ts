/**
 * Most test files run in one process, which loads each helper once (vitest.config.ts). A hook at the top of a helper would
 * therefore run for the first test file only, and a `let` there would carry a value from one test into another. A helper uses
 * `onTestFinished` instead, or exports a function that each test file calls.
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
