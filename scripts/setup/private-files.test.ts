/** Files that others may read or write become private, and nothing else changes. */
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { keepChild } from "../processes/keep-child.ts";
import { keptAuthSecret, makeDataDir } from "../start/kept-values.ts";
import { lockDataDir } from "../start/lock-data-dir.ts";
import { makePrivate } from "./private-files.ts";

let folder: string;
let umask: number;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "halfsilver-private-"));
  // The most careless one.
  umask = process.umask(0);
});
afterEach(() => {
  process.umask(umask);
  rmSync(folder, { recursive: true });
});

const modeOf = (...path: string[]) => (statSync(join(folder, ...path)).mode & 0o777).toString(8);

function write(mode: number, ...path: string[]): void {
  writeFileSync(join(folder, ...path), "");
  chmodSync(join(folder, ...path), mode);
}

it("takes from a folder, and all that is in it, what others may do", () => {
  mkdirSync(join(folder, "a", "b"), { recursive: true });
  write(0o666, "a", "b", "file");
  write(0o755, "a", "program");
  write(0o400, "a", "read-only");
  write(0o644, "outside");
  symlinkSync(join(folder, "outside"), join(folder, "a", "link"));
  makePrivate(join(folder, "a"));
  expect([modeOf("a"), modeOf("a", "b")]).toEqual(["700", "700"]);
  expect([modeOf("a", "b", "file"), modeOf("a", "program")]).toEqual(["600", "700"]);
  expect([modeOf("a", "read-only"), modeOf("outside")]).toEqual(["400", "644"]);
  makePrivate(join(folder, "nothing"));
});

it("leaves the inside of a database cluster to PostgreSQL", () => {
  mkdirSync(join(folder, "cluster"));
  write(0o644, "cluster", "PG_VERSION");
  makePrivate(join(folder, "cluster"));
  expect([modeOf("cluster"), modeOf("cluster", "PG_VERSION")]).toEqual(["700", "644"]);
});

it("a data folder and what a start writes to it are private, whatever the umask", async () => {
  const dataDir = join(folder, "data");
  const release = await lockDataDir({ dataDir, root: folder, url: "http://localhost:3000" });
  keptAuthSecret(dataDir);
  const child = keepChild({
    name: "it",
    command: process.execPath,
    args: ["-e", "process.stdin.resume(); setInterval(() => {}, 1000)"],
    logFile: join(dataDir, "child.log"),
    pidFile: join(dataDir, "pids", "child"),
  });
  await expect
    .poll(() => statSync(join(dataDir, "pids", "child"), { throwIfNoEntry: false }))
    .toBeTruthy();
  expect([modeOf("data"), modeOf("data", "pids")]).toEqual(["700", "700"]);
  for (const file of ["holder.json", "auth-secret", "child.log", "pids/child"])
    expect(modeOf("data", file), file).toBe("600");
  await child.stop();
  release();
});

it("what an older start wrote to a data folder becomes private, and a folder that is none keeps its mode", () => {
  chmodSync(folder, 0o755);
  write(0o644, "of-somebody");
  makeDataDir(folder);
  expect([modeOf(), modeOf("of-somebody")]).toEqual(["755", "644"]);
  mkdirSync(join(folder, "pids"));
  write(0o644, "audit-anchors.txt");
  makeDataDir(folder);
  expect([modeOf(), modeOf("pids"), modeOf("audit-anchors.txt")]).toEqual(["700", "700", "600"]);
});
