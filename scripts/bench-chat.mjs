/** `npm run bench:chat`: measures the chat with a long conversation in a real browser. Needs only Node 20. */
import { join } from "node:path";
import { ROOT } from "./setup/paths.mjs";
import { runOnOwnNode } from "./setup/run-on-own-node.mjs";

await runOnOwnNode(join(ROOT, "bench/chat/main.ts"), process.argv.slice(2), "all");
