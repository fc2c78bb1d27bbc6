/**
 * Which conversation gets which interpreter, with fakes that record what they ran. python-pool.test.ts uses real ones.
 */

import { describe, expect, it, vi } from "vitest";
import { PATIENCE } from "../../../scripts/testing/until.ts";
import { InterpreterPool } from "./interpreter-pool.ts";
import type { CellEnd, Interpreter } from "./start-interpreter.ts";

const never = new AbortController().signal;

/** Answers with all its inputs so far; "die" ends it; "wait" waits for `proceed()`. */
function createStandIns() {
  const started: Interpreter[] = [];
  const { promise: waited, resolve: proceed } = Promise.withResolvers<void>();
  const start = async () => {
    let alive = true;
    const seen: string[] = [];
    const interpreter = {
      pid: started.length,
      get alive() {
        return alive;
      },
      giveWay: () => undefined,
      close: () => {
        alive = false;
      },
      async run(code: string): Promise<CellEnd> {
        seen.push(code);
        if (code === "wait") await waited;
        if (code === "die") alive = false;
        if (!alive) return { kind: "crashed" };
        const value = seen.join(" ");
        return {
          kind: "done",
          reply: { id: 1, stdout: "", stderr: "", value, error: null, fresh: false },
        };
      },
    };
    started.push(interpreter);
    return interpreter;
  };
  return { started, start, proceed };
}

function createPool(maxWarm: number) {
  const { started, start, proceed } = createStandIns();
  const pool = new InterpreterPool({ maxWarm, start });
  const run = async (conversationId: string, code: string, signal = never) => {
    const end = await pool.run(conversationId, code, signal);
    return end.kind === "done" ? end.reply.value : end.kind;
  };
  const aliveCount = () => started.filter(({ alive }) => alive).length;
  return { pool, run, started, proceed, aliveCount };
}

describe("InterpreterPool", () => {
  it("gives each branch an interpreter of its own, in which its earlier cells ran", async () => {
    const { pool } = createPool(3);
    const cells = (...codes: string[]) => codes.map((code, at) => ({ runId: `${at}`, code }));
    const run = async (runId: string, code: string, earlier: { runId: string; code: string }[]) => {
      const branch = { runId, earlierCells: async () => earlier };
      const end = await pool.run({ person: "one", conversationId: "a", branch }, code, never);
      return end.kind === "done" ? end.reply.value : end.kind;
    };
    expect(await run("0", "one", [])).toBe("one");
    expect(await run("1", "two", cells("one"))).toBe("one two");
    expect(await run("other", "three", cells("one"))).toBe("one three");
    expect(await run("2", "four", cells("one", "two"))).toBe("one two four");
    const behind = [...cells("one"), { runId: "other", code: "three" }];
    expect(await run("next", "five", behind)).toBe("one three five");
    expect(await run("first", "six", [])).toBe("six");
  });

  it("tells a call that waits for another of its conversation, and no other", async () => {
    const { pool, run, proceed } = createPool(2);
    const told: string[] = [];
    const waits = { begin: () => told.push("begin"), end: () => told.push("end") };
    const first = run("a", "wait");
    const second = pool.run("a", "later", never, waits);
    const other = await pool.run("b", "now", never, {
      begin: expect.unreachable,
      end: expect.unreachable,
    });
    expect(other.kind).toBe("done");
    expect(told).toEqual(["begin"]);
    proceed();
    await Promise.all([first, second]);
    expect(told).toEqual(["begin", "end"]);
  });

  it("keeps the most recently used, and lets the others go", async () => {
    const { run, aliveCount } = createPool(2);
    await run("a", "a1");
    await run("b", "b1");
    await run("a", "a2");
    await run("c", "c1");
    expect(await run("a", "a3")).toBe("a1 a2 a3");
    expect(await run("c", "c2")).toBe("c1 c2");
    expect(await run("b", "b2")).toBe("b2");
    expect(aliveCount()).toBe(2 + 1);
  });

  it("keeps none where none may stay warm", async () => {
    const { run, aliveCount } = createPool(0);
    await run("a", "a1");
    expect(await run("a", "a2")).toBe("a2");
    expect(aliveCount()).toBe(1);
  });

  it("has one spare ready, and the next once that is taken", async () => {
    const { pool, run, started } = createPool(2);
    await Promise.all([pool.warm(), pool.warm()]);
    expect(started).toHaveLength(1);
    await run("a", "a1");
    expect(started).toHaveLength(2);
    await run("a", "a2");
    expect(started).toHaveLength(2);
  });

  it("does not hand out a spare that has died meanwhile", async () => {
    const { pool, run, started } = createPool(2);
    await pool.warm();
    started[0]?.close();
    expect(await run("a", "a1")).toBe("a1");
  });

  it("runs the cells of one conversation one after the other, those of others beside them", async () => {
    const { run, proceed } = createPool(2);
    const first = run("a", "wait");
    const second = run("a", "a2");
    expect(await run("b", "b1")).toBe("b1");
    proceed();
    expect(await first).toBe("wait");
    expect(await second).toBe("wait a2");
  });

  it("skips what was stopped while it waited", async () => {
    const { run, proceed } = createPool(2);
    const stop = new AbortController();
    const first = run("a", "wait");
    const second = run("a", "a2", stop.signal);
    const third = run("a", "a3");
    stop.abort();
    expect(await second).toBe("aborted");
    proceed();
    expect(await first).toBe("wait");
    expect(await third).toBe("wait a3");
  });

  it("gives a conversation a new interpreter where the old one died", async () => {
    const { run } = createPool(2);
    await run("a", "a1");
    expect(await run("a", "die")).toBe("crashed");
    expect(await run("a", "a3")).toBe("a3");
  });

  it("says so where none can be started, and tries again the next time", async () => {
    const { start } = createStandIns();
    let fails = true;
    const pool = new InterpreterPool({
      maxWarm: 1,
      start: () => (fails ? Promise.reject(new Error("no")) : start()),
    });
    expect(await pool.run("a", "1", never)).toEqual({ kind: "not-started" });
    fails = false;
    expect((await pool.run("a", "1", never)).kind).toBe("done");
  });

  it("leaves none alive when it is closed, the spare included", async () => {
    const { pool, run, aliveCount } = createPool(2);
    await run("a", "a1");
    await pool.close();
    await vi.waitFor(() => expect(aliveCount()).toBe(0), PATIENCE);
  });
});
