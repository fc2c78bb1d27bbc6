import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
// @ts-expect-error: plain JavaScript, which needs no package.
import { areAllIn, lockFor } from "./install-packages.mjs";
import { ROOT } from "./paths.ts";
// @ts-expect-error: as above.
import { isUnread, prunePackages } from "./prune-packages.mjs";
import { startProgress } from "./report-progress.mjs";

const LOCK = {
  lockfileVersion: 3,
  packages: {
    "": {
      workspaces: ["bench"],
      dependencies: { app: "1" },
      devDependencies: { tool: "1", shared: "1" },
    },
    bench: { devDependencies: { control: "1", tool: "1" } },
    "node_modules/app": {
      version: "1.0.0",
      dependencies: { shared: "2" },
      optionalDependencies: { native: "1", absent: "1" },
      peerDependencies: { peer: "1", tool: "1" },
      peerDependenciesMeta: { tool: { optional: true } },
    },
    "node_modules/app/node_modules/shared": { version: "2.0.0", dependencies: { deep: "1" } },
    "node_modules/bench": { resolved: "bench", link: true },
    "node_modules/control": { version: "1.0.0", dev: true },
    "node_modules/deep": { version: "1.0.0", devOptional: true },
    "node_modules/native": { version: "1.0.0", optional: true, os: ["aix"] },
    "node_modules/peer": { version: "1.0.0" },
    "node_modules/shared": { version: "1.0.0", dev: true },
    "node_modules/tool": { version: "1.0.0", devOptional: true, dependencies: { deep: "1" } },
  },
};

describe("lockFor", () => {
  const { packages } = lockFor(LOCK, "start");

  it("keeps the dependencies, what they need, and their own versions of it", () => {
    expect(Object.keys(packages)).toEqual([
      "",
      "node_modules/app",
      "node_modules/app/node_modules/shared",
      "node_modules/deep",
      "node_modules/native",
      "node_modules/peer",
    ]);
  });

  it("names no development tool, and marks nothing as one", () => {
    expect(packages[""]).toEqual({ dependencies: { app: "1" } });
    expect(packages["node_modules/deep"]).toEqual({ version: "1.0.0" });
  });

  it("adds the tools for tests, and for the benches what only they need", () => {
    const inTests = Object.keys(lockFor(LOCK, "test").packages);
    const all = Object.keys(LOCK.packages);
    const ofBench = ["bench", "node_modules/bench", "node_modules/control"];
    expect(inTests).toEqual(all.filter((path) => !ofBench.includes(path)));
    expect(Object.keys(lockFor(LOCK, "bench").packages)).toEqual(all);
  });

  it("leaves the tools out of the project's own lock", () => {
    const lock = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8"));
    const names = Object.keys(lockFor(lock, "start").packages);
    expect(names).toContain("node_modules/next");
    for (const tool of ["prisma", "vitest", "playwright", "mermaid", "@biomejs/biome"]) {
      expect(lock.packages[`node_modules/${tool}`], tool).toBeDefined();
      expect(names).not.toContain(`node_modules/${tool}`);
    }
    const inTests = Object.keys(lockFor(lock, "test").packages);
    expect(inTests).toContain("node_modules/vitest");
    expect(lock.packages["node_modules/ai"]).toBeDefined();
    expect(inTests).not.toContain("node_modules/ai");
  });
});

describe("areAllIn", () => {
  const { "": _, ...all } = LOCK.packages;
  const start = lockFor(LOCK, "start").packages;

  it("holds for every set where everything is installed", () => {
    expect(areAllIn(start, all)).toBe(true);
    expect(areAllIn(lockFor(LOCK, "test").packages, all)).toBe(true);
    expect(areAllIn(LOCK.packages, all)).toBe(true);
  });

  it("holds for a start alone where the tools are missing", () => {
    expect(areAllIn(start, start)).toBe(true);
    expect(areAllIn(LOCK.packages, start)).toBe(false);
  });

  it("does not ask for an optional package", () => {
    const { "node_modules/native": _native, ...rest } = all;
    expect(areAllIn(start, rest)).toBe(true);
  });

  it("asks for the locked version", () => {
    expect(areAllIn(start, { ...all, "node_modules/peer": { version: "1.0.1" } })).toBe(false);
  });
});

describe("prunePackages", () => {
  it("removes source maps and what is named, and keeps the rest", () => {
    const folder = mkdtempSync(join(tmpdir(), "halfsilver-prune-"));
    const write = (path: string) => {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), "");
    };
    const kept = ["a/b/index.js", "echarts/core.js", "a/site.map", "a/echarts/dist/x.js"];
    const gone = ["a/b/index.js.map", "echarts/dist/echarts.js"];
    for (const path of [...kept, ...gone]) write(path);
    prunePackages(folder);
    for (const path of kept) expect(() => readFileSync(join(folder, path)), path).not.toThrow();
    for (const path of gone) expect(() => readFileSync(join(folder, path)), path).toThrow();
    rmSync(folder, { recursive: true });
  });

  it("keeps the fonts that documents are printed with", () => {
    const font = (name: string) => `@embedpdf/fonts-sc/fonts/NotoSansHans-${name}.otf`;
    expect(["Regular", "Bold"].map(font).some(isUnread)).toBe(false);
    expect(["Light", "DemiLight", "Medium"].map(font).every(isUnread)).toBe(true);
    const ofPdf = (part: string) => isUnread(`pdfjs-dist/${part}`);
    expect(["cmaps", "package.json", "cmaps/UniJIS-UCS2-H.bcmap"].some(ofPdf)).toBe(false);
    expect(["build", "legacy", "web"].every(ofPdf)).toBe(true);
  });
});

describe("startProgress", () => {
  function play(isTTY: boolean): string {
    let text = "";
    const progress = startProgress("Building", { isTTY, write: (part: string) => (text += part) });
    for (let done = 0; done <= 8; done += 1) progress.show(done, 8);
    progress.end("Built.");
    return text;
  }

  it("writes a line for each quarter where there is no terminal", () => {
    expect(play(false).split("\n")).toEqual([
      ...[0, 2, 4, 6, 8].map((done) => `Building: ${done} of 8 …`),
      "Built.",
      "",
    ]);
  });

  it("writes one line anew on a terminal", () => {
    const text = play(true);
    expect(text).toContain("\r\u001b[2KBuilding: 5 of 8 …");
    expect(text.split("\n")).toHaveLength(2);
  });
});
