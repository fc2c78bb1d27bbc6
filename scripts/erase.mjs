/** `npm run erase`: erases a conversation or a person for good. Needs only Node 20. */
import { join } from "node:path";
import { ROOT } from "./setup/install-packages.mjs";
import { runOnOwnNode } from "./setup/run-on-own-node.mjs";

await runOnOwnNode(join(ROOT, "scripts/audit/start.ts"), ["erase", ...process.argv.slice(2)]);
