/** `npm run build`: generates sources and builds for production. Needs only Node 20. */
import { join } from "node:path";
import { ROOT } from "./setup/install-packages.mjs";
import { runOnOwnNode } from "./setup/run-on-own-node.mjs";

await runOnOwnNode(join(ROOT, "scripts/build/main.ts"), process.argv.slice(2));
