import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { descendantsOf } from "../../../scripts/processes/find-process.ts";
import { PATIENCE } from "../../../scripts/testing/until.ts";
import { ensureSnapshot, interpreterPaths } from "./ensure-snapshot.ts";
import { startInterpreter } from "./start-interpreter.ts";

const LIMITS = { timeoutMs: 600_000, memoryMb: 256 };
const paths = interpreterPaths();
const folder = realpathSync(mkdtempSync(join(tmpdir(), "halfsilver-snapshot-")));
beforeAll(() => ensureSnapshot(paths));
afterAll(() => rmSync(folder, { recursive: true }));

it("is killed on a stop, in the middle of a loop, and not by its time limit", async () => {
  const python = await startInterpreter(paths, LIMITS, paths.snapshot);
  const stop = new AbortController();
  const end = python.run("while True: pass", stop.signal);
  stop.abort();
  expect(await end).toEqual({ kind: "aborted" });
  expect(() => process.kill(python.pid, 0)).toThrow();
  expect(python.alive).toBe(false);
});

it("goes when it is closed", async () => {
  const python = await startInterpreter(paths, LIMITS, paths.snapshot);
  expect(() => process.kill(python.pid, 0)).not.toThrow();
  python.close();
  expect(python.alive).toBe(false);
  await vi.waitFor(() => expect(() => process.kill(python.pid, 0)).toThrow(), PATIENCE);
});

it("does not start from a broken snapshot, and makes none where none can be kept", async () => {
  const snapshot = join(folder, "python.bin");
  writeFileSync(snapshot, "broken");
  const broken = { ...paths, snapshot, readable: [...paths.readable, snapshot] };
  await expect(startInterpreter(broken, LIMITS, snapshot)).rejects.toThrow("did not start");
  expect(await ensureSnapshot({ ...paths, snapshot: join(snapshot, "under-a-file") })).toBeNull();
});

it("ends a cell that only waits, and a start that stands still", async () => {
  const python = await startInterpreter(paths, { ...LIMITS, timeoutMs: 1_000 }, paths.snapshot);
  const never = new AbortController().signal;
  const cell = "import asyncio\nawait asyncio.sleep(600)";
  expect(await python.run(cell, never)).toEqual({ kind: "timed-out" });

  const known = new Set(descendantsOf(process.pid));
  const start = startInterpreter(paths, LIMITS, paths.snapshot);
  start.catch(() => {});
  const pid = descendantsOf(process.pid).find((one) => !known.has(one));
  process.kill(pid ?? 0, "SIGSTOP");
  await expect(start).rejects.toThrow("did not start");
});
