/** `npm start` and, with --dev, `npm run dev`: everything from a clean clone to a running Halfsilver. */
import { join } from "node:path";
import { ROOT } from "./setup/install-packages.mjs";
import { runOnOwnNode } from "./setup/run-on-own-node.mjs";

await runOnOwnNode(join(ROOT, "scripts/start/main.ts"), process.argv.slice(2));
