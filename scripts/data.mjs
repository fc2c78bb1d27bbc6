/** `npm run audit:verify`, `audit:export`, `erase`, `backup` and `restore`: programs on the stored data. Needs only Node 20. */
import { join } from "node:path";
import { ROOT } from "./setup/paths.mjs";
import { runOnOwnNode } from "./setup/run-on-own-node.mjs";

await runOnOwnNode(join(ROOT, "scripts/audit/run-program.ts"), process.argv.slice(2));
