/** `npm run migrate`: brings the database up to date. Needs only Node 20. */
import { join } from "node:path";
import { ROOT } from "./setup/paths.mjs";
import { runOnOwnNode } from "./setup/run-on-own-node.mjs";

await runOnOwnNode(join(ROOT, "scripts/start/migrate.ts"), process.argv.slice(2));
