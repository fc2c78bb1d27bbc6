import { beforeAll, expect, it } from "vitest";
import { ensureSnapshot, interpreterPaths } from "./ensure-snapshot.ts";
import { createPythonPool } from "./interpreter-pool.ts";
import { describeCellEnd } from "./python-interpreter.ts";

const LIMITS = { timeoutMs: 1_500, memoryMb: 256 };

beforeAll(() => ensureSnapshot(interpreterPaths()));

it("says that a conversation's variables are gone when its interpreter was killed", async () => {
  const pool = createPythonPool(LIMITS, 2);
  const run = async (code: string) =>
    describeCellEnd(await pool.run("a", code, new AbortController().signal), LIMITS);
  expect((await run("kept = 1")).outcome).toBe("ok");
  const looped = await run("while True: pass");
  expect(looped.outcome).toBe("failed");
  expect(looped.content).toContain("ran longer than 1.5 s");
  expect(looped.content).toContain("variables, functions and imports of earlier calls are gone");
  expect((await run("kept")).content).toContain("This interpreter has just started");
  expect((await run("1 + 1")).content).toBe("2");
  await pool.close();
});
