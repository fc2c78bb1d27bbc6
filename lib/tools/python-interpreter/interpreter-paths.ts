import "server-only";
/** Where the interpreter's files are, in a form that no bundler follows or rewrites. */
import { createHash } from "node:crypto";
import { readFileSync, realpathSync } from "node:fs";
import { join } from "node:path";

export type InterpreterPaths = {
  worker: string;
  pyodide: string;
  /** Differs whenever what would be in it differs. */
  snapshot: string;
  /** For the permission flags. */
  readable: string[];
};

/** Links are resolved: the permission model compares real paths. */
export function interpreterPaths(): InterpreterPaths {
  const root = realpathSync(/* turbopackIgnore: true */ process.cwd());
  const inside = join(root, "lib", "tools", "python-interpreter", "inside");
  const pyodide = realpathSync(join(root, "node_modules", "pyodide"));
  const worker = join(inside, "worker.mjs");
  const snapshot = join(
    root,
    "node_modules",
    ".cache",
    "halfsilver",
    `python-${fingerprint([worker, join(pyodide, "package.json")])}.bin`,
  );
  return { worker, pyodide, snapshot, readable: [join(inside, "*"), join(pyodide, "*"), snapshot] };
}

function fingerprint(files: readonly string[]): string {
  const hash = createHash("sha256");
  for (const file of files) hash.update(readFileSync(/* turbopackIgnore: true */ file));
  return hash.digest("hex").slice(0, 16);
}
