/** The project's root folder, and the Node that runs its programs. */
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = resolve(fileURLToPath(new URL("../..", import.meta.url)));
export const NODE = join(ROOT, "node_modules", ".bin", "node");
