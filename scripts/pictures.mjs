/**
 * `npm run pictures`: takes a picture of every screen, or compares two folders of them (`e2e/pictures/main.ts`). Needs
 * only Node 20.
 */
import { join } from "node:path";
import { ROOT } from "./setup/paths.mjs";
import { runOnOwnNode } from "./setup/run-on-own-node.mjs";

await runOnOwnNode(join(ROOT, "e2e/pictures/main.ts"), process.argv.slice(2), "all");
