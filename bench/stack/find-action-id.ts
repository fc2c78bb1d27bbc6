/** Finds the id that a build gave to a server action. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * @param buildFolder e.g. `.next`
 * @throws Error when the build has no such action
 */
export function findActionId(buildFolder: string, exportedName: string): string {
  const file = join(buildFolder, "server", "server-reference-manifest.json");
  const { node } = JSON.parse(readFileSync(file, "utf8")) as {
    node: Record<string, { exportedName?: string }>;
  };
  const found = Object.entries(node).find(([, entry]) => entry.exportedName === exportedName);
  if (!found) throw new Error(`The build has no action ${exportedName}.`);
  return found[0];
}
