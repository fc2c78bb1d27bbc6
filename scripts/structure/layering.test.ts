import { describe, expect, it } from "vitest";
import { isTest, listSourceFiles } from "./list-files.ts";
import { parseSource, readSource } from "./parse-source.ts";
import { type Import, readImports } from "./read-imports.ts";
import { findCycle, parseRooms, readRooms, refuseImport, roomOf } from "./rules/check-layering.ts";

const files = listSourceFiles().filter((path) => roomOf(path) !== null);
const product = files.filter((path) => !isTest(path));
const imports = new Map(files.map((path) => [path, readImports(readSource(path))]));

function offenders(why: (path: string, wanted: Import) => string | null): string[] {
  return product.flatMap((path) =>
    (imports.get(path) ?? []).flatMap((wanted) => {
      const reason = why(path, wanted);
      return reason ? [`${path}: ${reason}`] : [];
    }),
  );
}

describe("the rooms", () => {
  it("are all in the table of docs/rooms.md", () => {
    const named = readRooms().map(({ name }) => name);
    const found = new Set(product.map((path) => roomOf(path)));
    expect([...found].filter((room) => room !== null && !named.includes(room))).toEqual([]);
  });

  it("import only what the table allows them", () => {
    const rooms = readRooms();
    expect(offenders((path, wanted) => refuseImport(path, wanted, rooms))).toEqual([]);
  });

  it("have no import cycles", () => {
    const edges = new Map(
      [...imports].map(([path, list]) => {
        const next = list.filter(({ typeOnly }) => !typeOnly).flatMap(({ file }) => file ?? []);
        return [path, next];
      }),
    );
    expect(findCycle(edges)).toBeNull();
  });

  it("leave Prisma to lib/db", () => {
    const reason = (path: string, { specifier, file }: Import) => {
      if (path.startsWith("lib/db/")) return null;
      if (file?.startsWith("lib/db/generated/")) return `imports ${file}`;
      return /^(@prisma\/|prisma$)/.test(specifier) ? `imports ${specifier}` : null;
    };
    expect(offenders(reason)).toEqual([]);
  });

  it("leave the package openai to lib/llm, types included", () => {
    const reason = (path: string, { specifier }: Import) =>
      /^openai($|\/)/.test(specifier) && !path.startsWith("lib/llm/")
        ? `imports ${specifier}`
        : null;
    expect(offenders(reason)).toEqual([]);
  });

  /** Files of lib/llm that send nothing of a person or an agent, so that other rooms may use them. */
  const CALLS_NOTHING = new Set([
    "lib/llm/describe-model.ts",
    "lib/llm/adapt/digest-prompt.ts",
    "lib/llm/know-models.ts",
    "lib/llm/breaker/share-breaker.ts",
    "lib/llm/connections/model-places.ts",
  ]);

  it("call the model from lib/prompt and lib/ums only", () => {
    const reason = (path: string, { file, typeOnly }: Import) => {
      if (typeOnly || !file?.startsWith("lib/llm/") || CALLS_NOTHING.has(file)) return null;
      return /^lib\/(llm|prompt|ums)\//.test(path) ? null : `imports ${file}`;
    };
    expect(offenders(reason)).toEqual([]);
  });
});

describe("the check of the rooms", () => {
  const table = [
    "| `lib/errors` | leaf | leaves |",
    "| `lib/db` | store | – |",
    "| `lib/agents` | loop | llm (types) |",
    "| `lib/llm` `lib/prompt` | model | – |",
    "| `lib/env` | leaf | leaves |",
    "| `components/chat` `components/ui` | view | ui, not env |",
    "| `app` | wiring | everything, not prompt, llm/describe-model.ts, not llm |",
  ].join("\n");
  const rooms = parseRooms(table);
  const refused = (path: string, code: string) =>
    readImports(parseSource(path, code)).map((wanted) => refuseImport(path, wanted, rooms));

  it.each([
    ["lib/agents/a.ts", `import { x } from "../db/x.ts";`],
    ["lib/agents/a.ts", `export * from "../db/x.ts";`],
    ["lib/agents/a.ts", `const x = await import("../db/x.ts");`],
    ["lib/agents/a.ts", `import { type T, x } from "../llm/x.ts";`],
    ["lib/db/a.ts", `import type { T } from "@/app/t.ts";`],
    ["lib/db/a.ts", `import { x } from "@/scripts/x.ts";`],
    ["lib/db/a.ts", `import { x } from "../unknown/x.ts";`],
    ["components/ui/a.tsx", `import { x } from "@/components/chat/x.tsx";`],
    ["app/a.tsx", `import { x } from "@/lib/prompt/x.ts";`],
    ["app/a.tsx", `import { x } from "@/lib/llm/call-model.ts";`],
    ["components/ui/a.tsx", `import { x } from "@/lib/env/x.ts";`],
    ["instrumentation.ts", `import { x } from "@/lib/prompt/x.ts";`],
  ])("refuses %s: %s", (path, code) => {
    expect(refused(path, code)).toEqual([expect.any(String)]);
  });

  it.each([
    ["lib/agents/a.ts", `import type { T } from "../llm/x.ts";`],
    ["lib/agents/a.ts", `import { type T } from "../llm/x.ts";`],
    ["lib/agents/a.ts", `import { x } from "../errors/x.ts";`],
    ["lib/agents/a.ts", `import { x } from "./x.ts";`],
    ["lib/agents/a.ts", `import { x } from "node:fs";`],
    ["components/chat/a.tsx", `import { x } from "@/components/ui/x.tsx";`],
    ["app/a.tsx", `import { x } from "@/lib/llm/describe-model.ts";`],
    ["app/a.tsx", `import { x } from "@/lib/db/x.ts";`],
  ])("allows %s: %s", (path, code) => {
    expect(refused(path, code)).toEqual([null]);
  });

  it("finds a cycle, and no false one", () => {
    const cycle = new Map([
      ["a", ["b"]],
      ["b", ["c"]],
      ["c", ["a"]],
    ]);
    expect(findCycle(cycle)).toEqual(["a", "b", "c", "a"]);
    expect(
      findCycle(
        new Map([
          ["a", ["b", "c"]],
          ["b", ["c"]],
          ["c", []],
        ]),
      ),
    ).toBeNull();
  });

  it("rejects a table that it does not understand", () => {
    expect(() => parseRooms("| `lib/db` | store | a thing or two |")).toThrow("not understood");
    expect(() => parseRooms("| `lib/db` | a | – |\n| `lib/db` | b | – |")).toThrow("twice");
  });
});
