/** Which server actions a build has. Next writes an unknown id to the log with a stack; the edge answers it before. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The form of every id that Next gives. */
const ACTION_ID = /^[0-9a-f]{42}$/;

/**
 * The manifest is Next's own and undocumented: the one exception of decision 17.
 * @returns null where the manifest is not what we know: Next then decides
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
