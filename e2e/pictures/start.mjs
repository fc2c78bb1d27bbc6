/** `npm run pictures`: takes pictures of every screen, or compares two folders of them. Needs only Node 20. */
import { join } from "node:path";
import { ROOT } from "../../scripts/setup/paths.mjs";
import { runOnOwnNode } from "../../scripts/setup/run-on-own-node.mjs";

await runOnOwnNode(join(ROOT, "e2e/pictures/main.ts"), process.argv.slice(2), "all");
