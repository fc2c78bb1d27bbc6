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
import { holdDataDir, pidFolder } from "./hold-data-dir.ts";
import { StartProblem } from "./start-problem.ts";

const WAITING = "console.log('up'); setInterval(() => {}, 1000)";

describe("holdDataDir", () => {
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

  /** A process whose command line holds `words`; settles once it runs. */
  async function run(words: string): Promise<number> {
    const child = spawn(process.execPath, ["-e", WAITING, words]);
    other = child;
    await new Promise((resolve) => child.stdout.once("data", resolve));
    return child.pid ?? 0;
  }

  it("takes a folder that nobody holds, and lets go of it", async () => {
    const release = await holdDataDir(place());
    expect(existsSync(holder())).toBe(true);
    release();
    expect(existsSync(holder())).toBe(false);
  });

  it("lets nobody else into a folder that it makes, nor into an older one of ours", async () => {
    const mode = (path: string) => (statSync(path).mode & 0o777).toString(8);
    const made = join(dataDir, "made");
    (await holdDataDir({ ...place(), dataDir: made }))();
    expect(mode(made)).toBe("700");
    chmodSync(made, 0o755);
    (await holdDataDir({ ...place(), dataDir: made }))();
    expect(mode(made)).toBe("700");
  });

  it("leaves the mode of a folder that held something else", async () => {
    chmodSync(dataDir, 0o755);
    await holdDataDir(place());
    expect((statSync(dataDir).mode & 0o777).toString(8)).toBe("755");
  });

  it("says in one line who holds it", async () => {
    const pid = await run("scripts/start/main.ts");
    writeFileSync(holder(), JSON.stringify({ pid, url: "http://localhost:3777" }));
    const refused = await holdDataDir(place()).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(StartProblem);
    expect((refused as Error).message).toContain(`http://localhost:3777 (process ${pid})`);
    expect((refused as Error).message).not.toContain("\n");
  });

  it("takes it from a process id that is somebody else's by now", async () => {
    const pid = await run("something else");
    writeFileSync(holder(), JSON.stringify({ pid, url: "http://localhost:3000" }));
    await expect(holdDataDir(place())).resolves.toBeTypeOf("function");
  });

  it("takes it from a half-written file", async () => {
    writeFileSync(holder(), '{"pid":');
    await expect(holdDataDir(place())).resolves.toBeTypeOf("function");
  });

  it("ends a child that outlived its holder, and spares a stranger with a recycled id", async () => {
    mkdirSync(pidFolder(dataDir), { recursive: true });
    const orphan = await run(join(dataDir, "lib/demo-model/main.ts"));
    writeFileSync(join(pidFolder(dataDir), "demo-model"), `${orphan}\n`);
    writeFileSync(join(pidFolder(dataDir), "server"), `${process.pid}\n`);
    await holdDataDir(place());
    expect(commandOf(orphan)).toBeNull();
    expect(existsSync(join(pidFolder(dataDir), "server"))).toBe(false);
  });
});
