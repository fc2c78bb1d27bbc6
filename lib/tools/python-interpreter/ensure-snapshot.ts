import "server-only";
/** A memory snapshot of a started Python, made once for an installation: from it a start takes a sixth of the time. */
import { randomUUID } from "node:crypto";
import { mkdir, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { spawnSandboxedNode } from "../sandbox/spawn-sandboxed-node.ts";
import type { InterpreterPaths } from "./interpreter-paths.ts";

const SNAPSHOT_MAX_BYTES = 256 * 1024 * 1024;
const BUILD_TIMEOUT_MS = 60_000;
const BUILD_MEMORY_MB = 512;

/** @returns the snapshot's path, or null where none can be made or kept: Python then starts the slow way */
export async function ensureSnapshot(paths: InterpreterPaths): Promise<string | null> {
  try {
    const found = await stat(paths.snapshot).catch(() => null);
    if (found) return paths.snapshot;
    await mkdir(dirname(paths.snapshot), { recursive: true });
    await keep(paths.snapshot, await build(paths));
    await removeOlder(paths.snapshot);
    return paths.snapshot;
  } catch {
    return null;
  }
}

/** Forgets a snapshot from which Python does not start. */
export async function dropSnapshot(paths: InterpreterPaths): Promise<void> {
  await rm(paths.snapshot, { force: true }).catch(() => {});
}

/** Two that build at once each rename a whole file into place. */
async function keep(path: string, snapshot: Buffer): Promise<void> {
  const draft = `${path}.${randomUUID()}`;
  try {
    await writeFile(draft, snapshot);
    await rename(draft, path);
  } finally {
    await rm(draft, { force: true });
  }
}

/** Thirty megabytes each, of versions that are no longer installed. */
async function removeOlder(path: string): Promise<void> {
  const folder = dirname(path);
  for (const name of await readdir(folder)) {
    const isOlder = /^python-[0-9a-f]+\.bin$/.test(name) && name !== basename(path);
    if (isOlder) await rm(join(folder, name), { force: true });
  }
}

function build(paths: InterpreterPaths): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const child = spawnSandboxedNode({
      script: paths.worker,
      args: ["snapshot", paths.pyodide, String(BUILD_MEMORY_MB)],
      readable: paths.readable,
      heapMaxMb: 512,
    });
    const chunks: Buffer[] = [];
    let bytes = 0;
    const timer = setTimeout(() => child.kill("SIGKILL"), BUILD_TIMEOUT_MS);
    child.stdout.on("data", (chunk: Buffer) => {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > SNAPSHOT_MAX_BYTES) child.kill("SIGKILL");
    });
    child.on("error", reject);
    child.on("close", (code) => {
      clearTimeout(timer);
      if (code === 0 && bytes > 0) resolve(Buffer.concat(chunks, bytes));
      else reject(new Error("no snapshot"));
    });
  });
}
