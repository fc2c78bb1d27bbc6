import { type ChildProcess, spawn } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { commandOf } from "../processes/find-process.ts";
import { lockDataDir, pidFolder } from "./lock-data-dir.ts";
import { StartProblem } from "./start-problem.ts";

const WAITING = "console.log('up'); setInterval(() => {}, 1000)";

describe("lockDataDir", () => {
  let dataDir: string;
  let other: ChildProcess | undefined;
  const place = () => ({ dataDir, root: dataDir, url: "http://localhost:3000" });
  const holder = () => join(dataDir, "holder.json");

  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), "halfsilver-hold-"));
  });
  afterEach(() => {
    other?.kill("SIGKILL");
    rmSync(dataDir, { recursive: true });
  });

  /** Starts a process with `words` in its command line; resolves once it runs. */
  async function run(words: string): Promise<number> {
    const child = spawn(process.execPath, ["-e", WAITING, words]);
    other = child;
    await new Promise((resolve) => child.stdout.once("data", resolve));
    return child.pid ?? 0;
  }

  it("locks a free folder, and releases it", async () => {
    const release = await lockDataDir(place());
    expect(existsSync(holder())).toBe(true);
    release();
    expect(existsSync(holder())).toBe(false);
  });

  it("makes a new folder, or an older one of Halfsilver, private to its owner", async () => {
    const mode = (path: string) => (statSync(path).mode & 0o777).toString(8);
    const made = join(dataDir, "made");
    (await lockDataDir({ ...place(), dataDir: made }))();
    expect(mode(made)).toBe("700");
    chmodSync(made, 0o755);
    (await lockDataDir({ ...place(), dataDir: made }))();
    expect(mode(made)).toBe("700");
  });

  it("keeps the mode of a folder that already existed", async () => {
    chmodSync(dataDir, 0o755);
    await lockDataDir(place());
    expect((statSync(dataDir).mode & 0o777).toString(8)).toBe("755");
  });

  it("names the holder in one line when the folder is in use", async () => {
    const pid = await run("scripts/start/main.ts");
    writeFileSync(holder(), JSON.stringify({ pid, url: "http://localhost:3777" }));
    const refused = await lockDataDir(place()).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(StartProblem);
    expect((refused as Error).message).toContain(`http://localhost:3777 (process ${pid})`);
    expect((refused as Error).message).not.toContain("\n");
  });

  it("takes over when the holder's process id belongs to another program", async () => {
    const pid = await run("something else");
    writeFileSync(holder(), JSON.stringify({ pid, url: "http://localhost:3000" }));
    await expect(lockDataDir(place())).resolves.toBeTypeOf("function");
  });

  it("takes over from a half-written file", async () => {
    writeFileSync(holder(), '{"pid":');
    await expect(lockDataDir(place())).resolves.toBeTypeOf("function");
  });

  it("ends a child that outlived its holder, but no foreign process with a reused id", async () => {
    mkdirSync(pidFolder(dataDir), { recursive: true });
    const orphan = await run(join(dataDir, "lib/demo-model/main.ts"));
    writeFileSync(join(pidFolder(dataDir), "demo-model"), `${orphan}\n`);
    writeFileSync(join(pidFolder(dataDir), "server"), `${process.pid}\n`);
    await lockDataDir(place());
    expect(commandOf(orphan)).toBeNull();
    expect(existsSync(join(pidFolder(dataDir), "server"))).toBe(false);
  });
});
