/** The interpreter's files, and the memory snapshot that makes its start six times as fast. */
import "server-only";
import { createHash, randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { mkdir, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { PYTHON_LIMITS } from "../limits.ts";
import { packagesPath, spawnSandboxedNode, toolsPath } from "../sandbox/spawn-sandboxed-node.ts";
import { watchForHang, watchProcessor } from "../sandbox/watch-processor.ts";

export type InterpreterPaths = {
  worker: string;
  pyodide: string;
  /** The name contains a digest of what the snapshot depends on. */
  snapshot: string;
  /** For Node's permission flags. */
  readable: string[];
};

export function interpreterPaths(): InterpreterPaths {
  const inside = toolsPath("python-interpreter", "inside");
  const pyodide = packagesPath("pyodide");
  const worker = join(inside, "worker.mjs");
  const name = `python-${fingerprint([worker, join(pyodide, "package.json")])}.bin`;
  const snapshot = join(packagesPath(), ".cache", "halfsilver", name);
  return {
    worker,
    pyodide,
    snapshot,
    readable: [
      join(inside, "*"),
      toolsPath("sandbox", "inside", "*"),
      join(pyodide, "*"),
      snapshot,
    ],
  };
}

function fingerprint(files: readonly string[]): string {
  const hash = createHash("sha256");
  for (const file of files) hash.update(readFileSync(/* turbopackIgnore: true */ file));
  return hash.digest("hex").slice(0, 16);
}

/** @returns the snapshot's path, or null where it cannot be built or stored: Python then starts without one */
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

/** Deletes a snapshot from which Python does not start. */
export async function dropSnapshot(paths: InterpreterPaths): Promise<void> {
  await rm(paths.snapshot, { force: true }).catch(() => {});
}

/** Writes to a draft and renames it, so that concurrent builders never see half a file. */
async function keep(path: string, snapshot: Buffer): Promise<void> {
  const draft = `${path}.${randomUUID()}`;
  try {
    await writeFile(draft, snapshot);
    await rename(draft, path);
  } finally {
    await rm(draft, { force: true });
  }
}

/** Deletes snapshots of versions that are no longer installed, 30 MB each. */
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
      args: ["snapshot", paths.pyodide, String(PYTHON_LIMITS.snapshotBuildMemoryMb)],
      readable: paths.readable,
      heapMaxMb: PYTHON_LIMITS.snapshotBuildMemoryMb,
    });
    const chunks: Buffer[] = [];
    let bytes = 0;
    const { pid = 0 } = child;
    const kill = () => void child.kill("SIGKILL");
    const watches = [
      watchProcessor(pid, PYTHON_LIMITS.snapshotBuildMaxMs, kill),
      watchForHang(pid, kill),
    ];
    child.stdout.on("data", (chunk: Buffer) => {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > PYTHON_LIMITS.snapshotMaxBytes) child.kill("SIGKILL");
    });
    child.on("error", reject);
    child.on("close", (code) => {
      for (const stop of watches) stop();
      if (code === 0 && bytes > 0) resolve(Buffer.concat(chunks, bytes));
      else reject(new Error("no snapshot"));
    });
  });
}
