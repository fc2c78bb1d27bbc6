/** `npm run bench`: measures the production build against its controls. Needs only Node 20. */
import { join } from "node:path";
import { ROOT } from "./setup/paths.mjs";
import { runOnOwnNode } from "./setup/run-on-own-node.mjs";

await runOnOwnNode(join(ROOT, "bench/main.ts"), process.argv.slice(2), "all");
