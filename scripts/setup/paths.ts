/** The project's root folder, and the Node that is installed as a package. */
import { join, resolve } from "node:path";

export const ROOT = resolve(import.meta.dirname, "../..");
export const NODE = join(ROOT, "node_modules", ".bin", "node");
