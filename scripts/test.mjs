/** `npm test`: everything that can go red, from a clean clone to the last browser test. */
import { join } from "node:path";
import { ROOT } from "./setup/install-packages.mjs";
import { runOnOwnNode } from "./setup/run-on-own-node.mjs";

await runOnOwnNode(join(ROOT, "scripts/test/main.ts"), process.argv.slice(2));
