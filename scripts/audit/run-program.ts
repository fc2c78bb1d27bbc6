/**
 * Programs that use the data layer, once packages are installed: `audit/verify`, `audit/export`, `audit/erase`,
 * `backup/backup`, `backup/restore`. Generates texts, runs the program as server code, and exits as it does.
 */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { generateSources } from "../build/build-app.ts";
import { NODE, ROOT } from "../setup/paths.ts";

await generateSources(ROOT, () => {});
const [, , command, ...args] = process.argv;
const program = join(ROOT, `scripts/${command}.ts`);
const child = spawn(NODE, ["--conditions=react-server", program, ...args], { stdio: "inherit" });
child.on("exit", (code) => process.exit(code ?? 1));
