/**
 * `npm run build`: generates sources and builds for production. `npm run generate` writes the sources that are generated
 * and committed: needed after a change of what they are made from. Needs only Node 20.
 */
import { join } from "node:path";
import { ROOT } from "./setup/paths.mjs";
import { runOnOwnNode } from "./setup/run-on-own-node.mjs";

const args = process.argv.slice(2);
if (args.includes("--sources")) {
  await runOnOwnNode(join(ROOT, "scripts/build/generate.ts"), [], "test");
} else await runOnOwnNode(join(ROOT, "scripts/build/main.ts"), args);
