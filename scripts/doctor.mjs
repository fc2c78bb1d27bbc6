/** `npm run doctor`: says whether address, key and model of each connection are right. Needs only Node 20. */
import { join } from "node:path";
import { ROOT } from "./setup/paths.mjs";
import { runOnOwnNode } from "./setup/run-on-own-node.mjs";

await runOnOwnNode(join(ROOT, "scripts/doctor/start.ts"), process.argv.slice(2));
