/** A program that npm starts ends once and in order, whoever of its group gets which signal how often. */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, expect, it } from "vitest";
import { ROOT } from "../setup/paths.ts";

const address = (path: string) => JSON.stringify(pathToFileURL(join(ROOT, path)).href);

/** Ends in order only when it is told to, by a line, after the signal. */
const PROGRAM = `
import { existsSync } from "node:fs";
import { endOnSignals } from ${address("scripts/start/end-on-signals.ts")};
const until = async (file) => { while (!existsSync(file)) await new Promise((go) => setTimeout(go, 20)); };
endOnSignals({ stop: async () => { await until(process.env.MAY_END); return []; }, kill: () => console.log("killed") }, 60_000);
process.on("SIGHUP", () => console.log("parent gone"));
setInterval(() => {}, 1_000);
console.log("running");
`;
const STARTER = `
import { runOnOwnNode } from ${address("scripts/setup/run-on-own-node.mjs")};
await runOnOwnNode(process.env.PROGRAM, [], "start");
`;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "halfsilver-signals-"));
  writeFileSync(join(folder, "program.mjs"), PROGRAM);
  writeFileSync(join(folder, "start.mjs"), STARTER);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

// At SIGINT a shell waits for its program.
it.each(["SIGTERM", "SIGHUP"] as const)(
  "%s to the whole group, which ends npm and its shell at once, is one signal",
  async (signal) => {
    const mayEnd = join(folder, "may-end");
    // npm stands before a shell, which stands before the program: here two shells do.
    const code = "'$0' start.mjs; echo \"exit code $?\"";
    const group = spawn(
      "sh",
      ["-c", `sh -c "${code.replaceAll('"', '\\"')}" "$0"`, process.execPath],
      {
        cwd: folder,
        detached: true,
        env: {
          ...process.env,
          npm_lifecycle_event: "start",
          PROGRAM: join(folder, "program.mjs"),
          MAY_END: mayEnd,
        },
      },
    );
    let printed = "";
    for (const stream of [group.stdout, group.stderr])
      stream.setEncoding("utf8").on("data", (text: string) => {
        printed += text;
      });
    await expect.poll(() => printed).toContain("running");
    process.kill(-(group.pid ?? 0), signal);
    await expect.poll(() => printed).toContain("Stopping …");
    // The word that npm has gone comes a moment after the signal.
    await expect.poll(() => printed).toContain("parent gone");
    const closed = new Promise((resolve) => group.stdout.once("close", resolve));
    writeFileSync(mayEnd, "");
    await closed;
    expect(printed).not.toMatch(/Second signal|killed/);
  },
);
