/** `npm run audit:export`: writes a part of the audit trail that proves itself. Needs only Node 20. */
import { join } from "node:path";
import { ROOT } from "./setup/install-packages.mjs";
import { runOnOwnNode } from "./setup/run-on-own-node.mjs";

await runOnOwnNode(join(ROOT, "scripts/audit/start.ts"), ["export", ...process.argv.slice(2)]);
