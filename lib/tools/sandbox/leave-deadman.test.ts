import { spawn } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, expect, it, vi } from "vitest";
import { PATIENCE } from "../../../scripts/testing/until.ts";
import { readLines } from "./read-lines.ts";

const folder = realpathSync(mkdtempSync(join(tmpdir(), "halfsilver-deadman-")));
afterAll(() => rmSync(folder, { recursive: true }));

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

it("kills a child that loops when its parent is killed", async () => {
  const loop = join(folder, "loop.mjs");
  writeFileSync(loop, 'process.stdout.write("looping\\n", () => { for (;;); });');
  const parent = join(folder, "parent.mjs");
  const sandbox = pathToFileURL(join(process.cwd(), "lib/tools/sandbox/spawn-sandboxed-node.ts"));
  writeFileSync(
    parent,
    `import { spawnSandboxedNode } from ${JSON.stringify(sandbox.href)};
     const script = ${JSON.stringify(loop)};
     const child = spawnSandboxedNode({ script, args: [], readable: [script], heapMaxMb: 64 });
     child.stdout.once("data", () => console.log(child.pid));`,
  );
  const started = spawn(process.execPath, ["--conditions=react-server", parent], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const pid = await new Promise<number>((resolve, reject) => {
    readLines(
      started.stdout,
      100,
      (line) => resolve(Number(line)),
      () => reject(new Error("no pid")),
    );
  });
  expect(isAlive(pid)).toBe(true);
  started.kill("SIGKILL");
  await vi.waitFor(() => expect(isAlive(pid)).toBe(false), PATIENCE);
});
