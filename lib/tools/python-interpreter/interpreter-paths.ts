import "server-only";
/** Where the interpreter's files are. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { packagesPath, toolsPath } from "../sandbox/own-paths.ts";

export type InterpreterPaths = {
  worker: string;
  pyodide: string;
  /** Differs whenever what would be in it differs. */
  snapshot: string;
  /** For the permission flags. */
  readable: string[];
};

export function interpreterPaths(): InterpreterPaths {
  const inside = toolsPath("python-interpreter", "inside");
  const pyodide = packagesPath("pyodide");
  const worker = join(inside, "worker.mjs");
  const name = `python-${fingerprint([worker, join(pyodide, "package.json")])}.bin`;
  const snapshot = join(packagesPath(), ".cache", "halfsilver", name);
  return {
    worker,
    pyodide,
    snapshot,
    readable: [
      join(inside, "*"),
      toolsPath("sandbox", "inside", "*"),
      join(pyodide, "*"),
      snapshot,
    ],
  };
}

function fingerprint(files: readonly string[]): string {
  const hash = createHash("sha256");
  for (const file of files) hash.update(readFileSync(/* turbopackIgnore: true */ file));
  return hash.digest("hex").slice(0, 16);
}
