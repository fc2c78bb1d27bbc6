/** `npm start` and, with --dev, `npm run dev`: installs, builds and runs Halfsilver. Needs only Node 20. */
import { join } from "node:path";
import { ROOT } from "./setup/paths.mjs";
import { runOnOwnNode } from "./setup/run-on-own-node.mjs";

const args = process.argv.slice(2);
const packages = args.includes("--dev") ? "test" : "start";
await runOnOwnNode(join(ROOT, "scripts/start/main.ts"), args, packages);
