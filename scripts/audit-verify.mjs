/** `npm run audit:verify`: checks the audit trail in the database against its checkpoints and anchors. Needs only Node 20. */
import { join } from "node:path";
import { ROOT } from "./setup/install-packages.mjs";
import { runOnOwnNode } from "./setup/run-on-own-node.mjs";

await runOnOwnNode(join(ROOT, "scripts/audit/start.ts"), ["verify", ...process.argv.slice(2)]);
