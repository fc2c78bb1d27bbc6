import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { pidFolder } from "../start/lock-data-dir.ts";
import { demoModel } from "../start/start-model.ts";
import { readStartOptions } from "../start/start-options.ts";
import { PATIENCE } from "../testing/until.ts";
import { commandOf, descendantsOf } from "./find-process.ts";
import { type KeptChild, keepChild } from "./keep-child.ts";
import { type KeptService, keepRunning } from "./keep-running.ts";

const LIVES = "console.log(process.pid); setInterval(() => {}, 1000);";
const STUBBORN = `process.on("SIGTERM", () => {});${LIVES}`;
/** Lives, and starts a child that does not end with it. */
const FORKING = `const { spawn } = require("node:child_process");
  const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { detached: true });
  process.on("SIGTERM", () => {});
  console.log(child.pid); setInterval(() => {}, 1000);`;
const IN_TIME = { ...PATIENCE, interval: 20 };

const hang = (pid: number) => process.kill(pid, "SIGUSR2");

describe("keepRunning", () => {
  let folder: string;
  let printed: string[];
  let kept: KeptService<number> | undefined;
  const keep = (service: Parameters<typeof keepRunning<number>>[0]) => {
    kept = keepRunning(service, (line) => printed.push(line));
    return kept;
  };

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "halfsilver-running-"));
    printed = [];
    kept = undefined;
  });
  afterEach(() => {
    kept?.kill();
    rmSync(folder, { recursive: true });
  });

  /** Starts `code`; it is up once it has written its first line, a number. */
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

  it("restarts a killed service, and prints one line", async () => {
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
    expect(printed).toEqual(["The service ended (signal SIGKILL); starting it again."]);
    expect(await service.stop()).toBe(true);
    expect(commandOf(pids[1] ?? 0)).toBeNull();
    expect(printed).toHaveLength(1);
  });

  it("keeps trying, with one line and a longer pause for each attempt", async () => {
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
    await vi.waitFor(() => expect(printed).toHaveLength(3), IN_TIME);
    writeFileSync(mark, "");
    await vi.waitFor(() => expect(starts).toBe(4), IN_TIME);
    expect(printed).toEqual([
      "The service ended (signal SIGTERM); starting it again.",
      "It did not start. Trying again in 1 s.",
      "It did not start. Trying again in 2 s.",
    ]);
    await service.stop();
  });

  it("does not retry a first start that fails", async () => {
    const service = keep({ name: "The service", start: (own) => start("process.exit(1)", own) });
    await expect(service.up).rejects.toThrow("It did not start.");
    expect(printed).toEqual([]);
  });

  it("reports that a service had to be killed", async () => {
    const service = keep({ name: "The service", start: (own) => start(STUBBORN, own, 0) });
    await service.up;
    expect(await service.stop()).toBe(false);
  });

  it.each([
    ["is stopped", "", (pid: number) => process.kill(pid, "SIGSTOP")],
    ["blocks its event loop", 'process.on("SIGUSR2", () => { for (;;); });', hang],
  ])("restarts a service that %s", async (_how, before, harm) => {
    const server =
      'const server = require("node:http").createServer((_, response) => response.end("well"));' +
      'server.listen(0, "127.0.0.1", () => console.log(server.address().port, process.pid));';
    const started: { port: number; pid: number }[] = [];
    const service = keep({
      name: "The service",
      async start(own) {
        const args = ["-e", before + server];
        const child = keepChild({ name: "it", command: process.execPath, args });
        own(child);
        const line = await new Promise<string>((resolve) => child.stdout?.once("data", resolve));
        const [port = 0, pid = 0] = line.split(" ").map(Number);
        return started.push({ port, pid });
      },
      isWell: async (signal) =>
        (await fetch(`http://127.0.0.1:${started.at(-1)?.port}`, { signal })).ok,
    });
    await service.up;
    harm(started[0]?.pid ?? 0);
    await vi.waitFor(() => expect(started).toHaveLength(2), { ...PATIENCE, interval: 20 });
    expect(printed[0]).toBe("The service does not answer; ending it.");
    expect(commandOf(started[0]?.pid ?? 0)).toBeNull();
    expect(await service.stop()).toBe(true);
  });

  it("kills a service and its descendants at once", async () => {
    const service = keep({ name: "The service", start: (own) => start(FORKING, own) });
    const grandchild = await service.up;
    expect(commandOf(grandchild)).not.toBeNull();
    expect(descendantsOf(process.pid)).toContain(grandchild);
    service.kill();
    await vi.waitFor(() => expect(commandOf(grandchild)).toBeNull(), IN_TIME);
  });

  it("restarts a service whose keeper shell was killed, and leaves no process behind", async () => {
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

it("restarts the demo model where it hangs, at the same address", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "halfsilver-model-"));
  mkdirSync(pidFolder(dataDir));
  const pidOf = () => Number(readFileSync(join(pidFolder(dataDir), "demo-model"), "utf8"));
  const printed: string[] = [];
  const service = demoModel({ ...readStartOptions([], {}), dataDir });
  const kept = keepRunning(service, (line) => printed.push(line));
  const baseUrl = await kept.up;
  const stopped = pidOf();
  process.kill(stopped, "SIGSTOP");
  await vi.waitFor(() => expect(pidOf()).not.toBe(stopped), { ...PATIENCE, interval: 20 });
  await vi.waitFor(async () => expect((await fetch(`${baseUrl}/models`)).ok).toBe(true), IN_TIME);
  expect(printed[0]).toBe("The demo model does not answer; ending it.");
  expect(await kept.stop()).toBe(true);
  rmSync(dataDir, { recursive: true });
});
