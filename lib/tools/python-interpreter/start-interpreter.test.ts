import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { ensureSnapshot, interpreterPaths } from "./ensure-snapshot.ts";
import { startInterpreter } from "./start-interpreter.ts";

const LIMITS = { timeoutMs: 18_000, memoryMb: 256 };
const paths = interpreterPaths();
const folder = realpathSync(mkdtempSync(join(tmpdir(), "halfsilver-snapshot-")));
beforeAll(() => ensureSnapshot(paths));
afterAll(() => rmSync(folder, { recursive: true }));

it("is killed at once on a stop, in the middle of a loop", async () => {
  const python = await startInterpreter(paths, LIMITS, paths.snapshot);
  const stop = new AbortController();
  const end = python.run("while True: pass", stop.signal);
  const stoppedAt = performance.now();
  stop.abort();
  expect(await end).toEqual({ kind: "aborted" });
  expect(performance.now() - stoppedAt).toBeLessThan(3_000);
  expect(() => process.kill(python.pid, 0)).toThrow();
  expect(python.alive).toBe(false);
});

it("goes when it is closed", async () => {
  const python = await startInterpreter(paths, LIMITS, paths.snapshot);
  expect(() => process.kill(python.pid, 0)).not.toThrow();
  python.close();
  expect(python.alive).toBe(false);
  await vi.waitFor(() => expect(() => process.kill(python.pid, 0)).toThrow(), 10_000);
});

it("does not start from a broken snapshot, and makes none where none can be kept", async () => {
  const snapshot = join(folder, "python.bin");
  writeFileSync(snapshot, "broken");
  const broken = { ...paths, snapshot, readable: [...paths.readable, snapshot] };
  await expect(startInterpreter(broken, LIMITS, snapshot)).rejects.toThrow("did not start");
  expect(await ensureSnapshot({ ...paths, snapshot: join(snapshot, "under-a-file") })).toBeNull();
});
