/**
 * Every inspector handler answers every method itself: the framework's own answers would reveal which handlers exist.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const METHODS = ["DELETE", "GET", "OPTIONS", "PATCH", "POST", "PUT"];
const FOLDER = import.meta.dirname;

const routes = readdirSync(FOLDER, { recursive: true, encoding: "utf8" }).filter((path) =>
  path.endsWith("route.ts"),
);

/** Declared functions, and re-exports from `no-such-method.ts`. */
function methodsOf(route: string): string[] {
  const source = readFileSync(join(FOLDER, route), "utf8");
  const declared = [...source.matchAll(/^export (?:async )?function (\w+)\(/gm)].map(
    ([, name = ""]) => name,
  );
  const passed = /^export \{ ([\w, ]+) \} from "[./]+\/no-such-method\.ts";$/m.exec(source)?.[1];
  return [...declared, ...(passed?.split(", ") ?? [])];
}

describe("the inspector's handlers", () => {
  it("are found", () => expect(routes.length).toBeGreaterThan(20));

  it.each(routes)("%s accepts or refuses each method itself, once", (route) => {
    expect(methodsOf(route).toSorted()).toEqual(METHODS);
  });
});
