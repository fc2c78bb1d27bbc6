import { describe, expect, it } from "vitest";
import { isTest, listSourceFiles } from "../list-files.ts";
import { readSource } from "../parse-source.ts";
import { readImports } from "../read-imports.ts";
import {
  countedFiles,
  DB_FLOORS,
  findArrowsUp,
  findCircles,
  findOneUserFiles,
} from "./measure-house.ts";

/** These may only fall: who mends one lowers the figure. */
const MOST = { oneUserPercent: 29, circles: 0, arrowsUp: 0 };

const PRODUCT = /^(?:app|components|lib|scripts)\//;
const files = listSourceFiles().filter(
  (path) => PRODUCT.test(path) && !isTest(path) && !path.includes("/generated/"),
);
const imports = new Map(
  files.map((path) => [path, readImports(readSource(path)).flatMap(({ file }) => file ?? [])]),
);

describe("the house", () => {
  it(`has at most ${MOST.oneUserPercent} % of files with one user`, () => {
    const share = findOneUserFiles(imports).length / countedFiles(imports).length;
    expect(Math.floor(share * 100)).toBeLessThanOrEqual(MOST.oneUserPercent);
  });

  it(`has at most ${MOST.circles} circles of files`, () => {
    const circles = findCircles(imports);
    expect(circles.length, circles.join("\n")).toBeLessThanOrEqual(MOST.circles);
  });

  it(`has at most ${MOST.arrowsUp} imports up between the folders of lib/db`, () => {
    const arrows = findArrowsUp(imports);
    expect(arrows.length, arrows.join("\n")).toBeLessThanOrEqual(MOST.arrowsUp);
  });

  it("has a floor of its own for every folder of lib/db", () => {
    const folders = new Set(files.flatMap((path) => /^lib\/db\/([^/]+)\//.exec(path)?.[1] ?? []));
    expect([...folders].toSorted()).toEqual(DB_FLOORS.toSorted());
  });
});

describe("the measure of the house", () => {
  it("counts files with one user, but no routes", () => {
    const imports = new Map([
      ["lib/a.ts", ["lib/b.ts", "lib/b.ts", "lib/c.ts"]],
      ["lib/b.ts", ["lib/c.ts"]],
      ["lib/c.ts", []],
      ["app/page.tsx", ["lib/a.ts", "app/layout.tsx"]],
      ["app/layout.tsx", []],
    ]);
    expect(findOneUserFiles(imports)).toEqual([
      { file: "lib/b.ts", user: "lib/a.ts" },
      { file: "lib/a.ts", user: "app/page.tsx" },
    ]);
    expect(countedFiles(imports)).toEqual(["lib/a.ts", "lib/b.ts", "lib/c.ts"]);
  });

  it("finds circles, and no false one", () => {
    const imports = new Map([
      ["a", ["b"]],
      ["b", ["c", "d"]],
      ["c", ["a"]],
      ["d", ["c", "e"]],
      ["e", []],
    ]);
    expect(findCircles(imports)).toEqual([["a", "b", "c", "d"]]);
    expect(
      findCircles(
        new Map([
          ["a", ["b", "c"]],
          ["b", ["c"]],
          ["c", []],
        ]),
      ),
    ).toEqual([]);
  });

  it("finds imports up between the folders of lib/db", () => {
    const imports = new Map([
      ["lib/db/runs/a.ts", ["lib/db/turns/b.ts", "lib/db/shares/c.ts", "lib/db/client.ts"]],
      ["lib/db/client.ts", ["lib/db/limits/d.ts", "lib/env/settings.ts"]],
      ["lib/db/policies/e.ts", ["lib/db/audit/f.ts"]],
      ["lib/db/audit/f.ts", ["lib/db/policies/e.ts"]],
    ]);
    expect(findArrowsUp(imports)).toEqual([
      "lib/db/runs/a.ts -> lib/db/shares/c.ts",
      "lib/db/client.ts -> lib/db/limits/d.ts",
      "lib/db/audit/f.ts -> lib/db/policies/e.ts",
    ]);
  });
});
