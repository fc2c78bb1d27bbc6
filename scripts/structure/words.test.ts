import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT } from "../setup/paths.ts";
import { listFiles } from "./list-files.ts";

/** Concatenated, so that this file does not match its own patterns. */
const FORBIDDEN: readonly (readonly [string, RegExp])[] = [
  [
    "an absolute path of a machine",
    new RegExp("(^|[\\s\"'`(=:])/(?:wo" + "rk|ro" + "ot|Users)/", "m"),
  ],
  ["a package registry", /https?:\/\/[^\s/"']*(?:registry|artifactory|nexus|verdaccio)[^\s/"']*/i],
  [
    "a private key",
    new RegExp("-----BEGIN (?:[A-Z]+ )?PRIVATE" + " KEY-----\\s*\\n[A-Za-z0-9+/=]{40}"),
  ],
];

const BINARY = /\.(png|jpe?g|gif|ico|woff2?|pdf|docx|wasm|zip)$/;

/** The kinds of forbidden text in a file. */
function forbiddenIn(text: string): string[] {
  return FORBIDDEN.filter(([, pattern]) => pattern.test(text)).map(([kind]) => kind);
}

describe("the repository", () => {
  it("names no machine, no package registry and no private key", () => {
    const found = listFiles()
      .filter((path) => !BINARY.test(path))
      .flatMap((path) =>
        forbiddenIn(readFileSync(join(ROOT, path), "utf8")).map((kind) => `${path}: ${kind}`),
      );
    expect(found).toEqual([]);
  });

  it("is checked for each of them", () => {
    const registry = ["https://npm", "registry", "example/x"].join(".");
    expect(forbiddenIn(`cd /wo${"rk"}/main`)).toEqual(["an absolute path of a machine"]);
    expect(forbiddenIn(registry)).toEqual(["a package registry"]);
    expect(forbiddenIn(`-----BEGIN PRIVATE${" KEY"}-----\n${"A".repeat(64)}`)).toEqual([
      "a private key",
    ]);
    expect(forbiddenIn("lib/work/here, /api/root")).toEqual([]);
  });
});
