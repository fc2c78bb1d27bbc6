/** Whoever runs much Python at once, in however many conversations, leaves a place to others. */
import { beforeAll, expect, it } from "vitest";
import { countBefore } from "../../gate/testing/crowd.ts";
import { ensureSnapshot, interpreterPaths } from "./ensure-snapshot.ts";
import { createPythonPool } from "./interpreter-pool.ts";

beforeAll(() => ensureSnapshot(interpreterPaths()));

it("runs another person's cell while all places of one person are taken", async () => {
  const pool = createPythonPool({ timeoutMs: 60_000, memoryMb: 256 }, 2);
  const stop = new AbortController();
  const told: string[] = [];
  const waits = { begin: () => told.push("waits"), end: () => undefined };
  const loop = (piece: number) =>
    pool.run(
      { person: "many", conversationId: `many ${piece}` },
      "while True: pass",
      stop.signal,
      waits,
    );
  const before = await countBefore(loop, async () => {
    const place = { person: "other", conversationId: "other" };
    const end = await pool.run(place, "6 * 7", new AbortController().signal);
    expect(end).toMatchObject({ kind: "done", reply: { value: "42" } });
    stop.abort();
  });
  expect(before).toBe(0);
  expect(told.length, "those without a place were told").toBeGreaterThan(0);
  await pool.close();
});
