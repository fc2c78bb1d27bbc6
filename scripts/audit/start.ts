/** `npm run audit:verify` and `audit:export` once packages are installed: generates texts, runs it as server code, and exits as it does. */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { generateSources } from "../build/build-app.ts";
import { NODE, ROOT } from "../setup/paths.ts";

await generateSources(ROOT, () => {});
const [, , command, ...args] = process.argv;
const program = join(ROOT, `scripts/audit/${command}.ts`);
const child = spawn(NODE, ["--conditions=react-server", program, ...args], { stdio: "inherit" });
child.on("exit", (code) => process.exit(code ?? 1));
