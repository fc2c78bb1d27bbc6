/** The project's folder, and the Node that came with its packages. */
import { join, resolve } from "node:path";

export const ROOT = resolve(import.meta.dirname, "../..");
export const NODE = join(ROOT, "node_modules", ".bin", "node");
