/**
 * `npm run test:faults`: what kills, freezes, fills, rolls and edits. Arguments choose among its tests; `-- --all` kills at every
 * position of every log, rolls from the previous version, and tries every edit that the schema suggests.
 */
import { join } from "node:path";
import { ROOT } from "./setup/paths.mjs";
import { runOnOwnNode } from "./setup/run-on-own-node.mjs";

const args = process.argv.slice(2);
if (args.includes("--all")) process.env.HALFSILVER_TEST_ALL = "1";
const rest = args.filter((arg) => arg !== "--all");
await runOnOwnNode(join(ROOT, "scripts/test/main.ts"), ["faults", ...rest], "test");
