/** `npm run bench`, `bench:chat` and the others: installs packages, then runs one bench. Needs only Node 20. */
import { join } from "node:path";
import { ROOT } from "../scripts/setup/paths.mjs";
import { runOnOwnNode } from "../scripts/setup/run-on-own-node.mjs";

const [bench, ...args] = process.argv.slice(2);
await runOnOwnNode(join(ROOT, `bench/${bench}.ts`), args, "bench");
