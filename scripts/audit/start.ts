/** `npm run audit:verify` once packages are installed: generates its texts, runs it as server code, and exits as it does. */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { generateSources } from "../build/build-app.ts";
import { NODE, ROOT } from "../setup/paths.ts";

await generateSources(ROOT, () => {});
const [, , ...args] = process.argv;
const program = join(ROOT, "scripts/audit/verify.ts");
const child = spawn(NODE, ["--conditions=react-server", program, ...args], { stdio: "inherit" });
child.on("exit", (code) => process.exit(code ?? 1));
