import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { commandOf, descendantsOf } from "./find-process.ts";
import { type KeptChild, keepChild } from "./keep-child.ts";
import { type KeptService, keepRunning } from "./keep-running.ts";

const LIVES = "console.log(process.pid); setInterval(() => {}, 1000);";
const STUBBORN = `process.on("SIGTERM", () => {});${LIVES}`;
/** Lives, with a child of its own that does not end with it. */
const FERTILE = `const { spawn } = require("node:child_process");
  const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { detached: true });
  process.on("SIGTERM", () => {});
  console.log(child.pid); setInterval(() => {}, 1000);`;
const IN_TIME = { timeout: 15_000, interval: 20 };

describe("keepRunning", () => {
  let folder: string;
  let said: string[];
  let kept: KeptService<number> | undefined;
  const keep = (service: Parameters<typeof keepRunning<number>>[0]) => {
    kept = keepRunning(service, (line) => said.push(line));
    return kept;
  };

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "halfsilver-running-"));
    said = [];
    kept = undefined;
  });
  afterEach(() => {
    kept?.kill();
    rmSync(folder, { recursive: true });
  });

  /** Starts `code`, and is up with the first number that it writes. */
  async function start(code: string, own: (child: KeptChild) => void, graceSeconds = 8) {
    const child = keepChild({
      name: "it",
      command: process.execPath,
      args: ["-e", code],
      graceSeconds,
    });
    own(child);
    const line = new Promise<string>((resolve) => child.stdout?.once("data", resolve));
    const first = await Promise.race([line, child.exited.then(() => null)]);
    if (first === null) throw new Error("It did not start.\nIts last lines");
    return Number(first);
  }

  it("starts a service again that was killed, and says so in one line", async () => {
    const pids: number[] = [];
    const service = keep({
      name: "The service",
      start: async (own) => {
        pids.push(await start(LIVES, own));
        return pids.length;
      },
    });
    expect(await service.up).toBe(1);
    process.kill(pids[0] ?? 0, "SIGKILL");
    await vi.waitFor(() => expect(pids).toHaveLength(2), IN_TIME);
    expect(said).toEqual(["The service ended (signal SIGKILL); starting it again."]);
    expect(await service.stop()).toBe(true);
    expect(commandOf(pids[1] ?? 0)).toBeNull();
    expect(said).toHaveLength(1);
  });

  it("keeps trying, with a line for each try and a longer pause after each", async () => {
    const mark = join(folder, "works");
    const code = `if (!require("node:fs").existsSync(${JSON.stringify(mark)})) process.exit(3); ${LIVES}`;
    writeFileSync(mark, "");
    let starts = 0;
    const service = keep({
      name: "The service",
      start: (own) => {
        starts += 1;
        return start(code, own);
      },
    });
    const pid = await service.up;
    rmSync(mark);
    process.kill(pid, "SIGTERM");
    await vi.waitFor(() => expect(said).toHaveLength(3), IN_TIME);
    writeFileSync(mark, "");
    await vi.waitFor(() => expect(starts).toBe(4), IN_TIME);
    expect(said).toEqual([
      "The service ended (signal SIGTERM); starting it again.",
      "It did not start. Trying again in 1 s.",
      "It did not start. Trying again in 2 s.",
    ]);
    await service.stop();
  });

  it("does not try again what does not come up the first time", async () => {
    const service = keep({ name: "The service", start: (own) => start("process.exit(1)", own) });
    await expect(service.up).rejects.toThrow("It did not start.");
    expect(said).toEqual([]);
  });

  it("says that it had to kill a service that did not end", async () => {
    const service = keep({ name: "The service", start: (own) => start(STUBBORN, own, 0) });
    await service.up;
    expect(await service.stop()).toBe(false);
  });

  it("kills a service with all that it started, at once", async () => {
    const service = keep({ name: "The service", start: (own) => start(FERTILE, own) });
    const grandchild = await service.up;
    expect(commandOf(grandchild)).not.toBeNull();
    expect(descendantsOf(process.pid)).toContain(grandchild);
    service.kill();
    await vi.waitFor(() => expect(commandOf(grandchild)).toBeNull(), IN_TIME);
  });

  it("starts again after the shell between them was killed, and leaves nobody behind", async () => {
    const pids: number[] = [];
    const pidFile = join(folder, "pid");
    const service = keep({
      name: "The service",
      async start(own) {
        const args = ["-e", LIVES];
        const child = keepChild({ name: "it", command: process.execPath, args, pidFile });
        own(child);
        const line = await new Promise<string>((resolve) => child.stdout?.once("data", resolve));
        pids.push(Number(line));
        return Number(line);
      },
    });
    const first = await service.up;
    const shell = descendantsOf(process.pid).find((id) => descendantsOf(id).includes(first));
    process.kill(shell ?? 0, "SIGKILL");
    await vi.waitFor(() => expect(pids).toHaveLength(2), IN_TIME);
    expect(commandOf(first)).toBeNull();
    await service.stop();
  });
});
