/**
 * `npm run test:cluster`: several instances behind haproxy, which are killed, frozen and told to end. `-- --all` kills at
 * every position of every log.
 */
import { join } from "node:path";
import { ROOT } from "./setup/install-packages.mjs";
import { runOnOwnNode } from "./setup/run-on-own-node.mjs";

const args = process.argv.slice(2);
if (args.includes("--all")) process.env.HALFSILVER_TEST_ALL = "1";
const rest = args.filter((arg) => arg !== "--all");
await runOnOwnNode(join(ROOT, "scripts/test/main.ts"), ["browser", "e2e/cluster", ...rest]);
