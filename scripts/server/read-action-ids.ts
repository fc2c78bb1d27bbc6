/** Reads the ids of a build's server actions. The edge refuses unknown ids, which Next would log with a stack. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The form of Next's ids. */
const ACTION_ID = /^[0-9a-f]{42}$/;

/**
 * Next does not document this manifest; decision 17 names the exception.
 * @returns null when the manifest has an unknown form: Next then decides
 */
export function readActionIds(buildFolder: string): ReadonlySet<string> | null {
  try {
    const file = join(buildFolder, "server", "server-reference-manifest.json");
    const { node } = JSON.parse(readFileSync(file, "utf8")) as { node: Record<string, unknown> };
    const ids = Object.keys(node);
    return ids.length > 0 && ids.every((id) => ACTION_ID.test(id)) ? new Set(ids) : null;
  } catch {
    return null;
  }
}
