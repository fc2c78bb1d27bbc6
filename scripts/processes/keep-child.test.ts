import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { PATIENCE } from "../testing/until.ts";
import { commandOf } from "./find-process.ts";
import { type ChildPlan, keepChild } from "./keep-child.ts";

const LIVES = "console.log(process.pid); setInterval(() => {}, 1000);";
const POLITE = `process.on("SIGTERM", () => { console.log("bye"); process.exit(7); });${LIVES}`;
const STUBBORN = `for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, () => {});${LIVES}`;

function firstLine(stream: NodeJS.ReadableStream | null): Promise<string> {
  return new Promise((resolve) => stream?.once("data", (chunk) => resolve(String(chunk).trim())));
}

describe("keepChild", () => {
  let folder: string;
  const node = (code: string) => ({ name: "it", command: process.execPath, args: ["-e", code] });

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "halfsilver-child-"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it("ends a child politely and keeps its last words and its code", async () => {
    const child = keepChild(node(POLITE));
    await firstLine(child.stdout);
    await child.stop();
    expect(await child.exited).toBe(7);
    expect(child.lastOutput(1)).toBe("bye");
  });

  it("kills a child that does not listen", async () => {
    const child = keepChild({ ...node(STUBBORN), graceSeconds: 0 });
    await firstLine(child.stdout);
    await child.stop();
    expect(await child.exited).toBe(137);
  });

  it("tells how a child ended by itself", async () => {
    expect(await keepChild(node("process.exit(3)")).exited).toBe(3);
    const missing = { name: "it", command: join(folder, "missing"), args: [] };
    expect(await keepChild(missing).exited).toBe(127);
  });

  it("keeps the child's id in a file while it lives", async () => {
    const pidFile = join(folder, "pid");
    const child = keepChild({ ...node(LIVES), pidFile });
    const pid = await firstLine(child.stdout);
    expect(readFileSync(pidFile, "utf8").trim()).toBe(pid);
    await child.stop();
    expect(() => readFileSync(pidFile)).toThrow("ENOENT");
  });

  /** A process of its own group that keeps a child. */
  async function startParent(plan: ChildPlan) {
    const module = JSON.stringify(pathToFileURL(join(import.meta.dirname, "keep-child.ts")).href);
    const code = `const { keepChild } = await import(${module});
      keepChild(${JSON.stringify(plan)}).stdout.pipe(process.stdout);`;
    const args = ["--input-type=module", "-e", code];
    const parent = spawn(process.execPath, args, { detached: true });
    const childPid = Number(await firstLine(parent.stdout));
    expect(commandOf(childPid)).not.toBeNull();
    return { pid: parent.pid ?? 0, childPid };
  }
  const untilGone = (pid: number) => vi.waitFor(() => expect(commandOf(pid)).toBeNull(), PATIENCE);

  it("does not let a child outlive a parent that is killed", async () => {
    const { pid, childPid } = await startParent({ ...node(LIVES), ownSession: true });
    process.kill(pid, "SIGKILL");
    await untilGone(childPid);
  });

  it.each(["SIGTERM", "SIGINT", "SIGHUP"] as const)(
    "ends a child that does not listen when its whole group gets %s",
    async (signal) => {
      const { pid, childPid } = await startParent({ ...node(STUBBORN), graceSeconds: 0 });
      process.kill(-pid, signal);
      await untilGone(childPid);
    },
  );
});
