/** `npm start` and, with --dev, `npm run dev`: installs, builds and runs Halfsilver. Needs only Node 20. */
import { join } from "node:path";
import { ROOT } from "./setup/install-packages.mjs";
import { runOnOwnNode } from "./setup/run-on-own-node.mjs";

await runOnOwnNode(join(ROOT, "scripts/start/main.ts"), process.argv.slice(2));
