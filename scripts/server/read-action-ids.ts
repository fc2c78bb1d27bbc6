/** Which server actions a build has. Next writes an unknown id to the log with a stack; the edge answers it before. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** @returns null where the build's manifest cannot be read: Next then decides */
export function readActionIds(buildFolder: string): ReadonlySet<string> | null {
  try {
    const file = join(buildFolder, "server", "server-reference-manifest.json");
    const { node } = JSON.parse(readFileSync(file, "utf8")) as { node: Record<string, unknown> };
    return new Set(Object.keys(node));
  } catch {
    return null;
  }
}
