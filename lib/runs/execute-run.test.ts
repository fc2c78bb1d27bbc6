import { AsyncLocalStorage } from "node:async_hooks";
import { setImmediate as nextTick } from "node:timers/promises";
import type { PoolClient } from "pg";
import { describe, expect, it, vi } from "vitest";
import { NO_ARTIFACTS } from "../contracts/run/run-work.ts";
import { db, openListener, pool } from "../db/client.ts";
import {
  createPerson,
  NO_TOTALS,
  newTurn,
  provideTestDatabase,
} from "../db/testing/turn-fixtures.ts";
import { createTurn } from "../db/turns/create-turn.ts";
import { executeRun } from "./execute-run.ts";
import { runRegistry } from "./run-registry.ts";

provideTestDatabase();

const COMPLETE = {
  ending: "complete",
  reason: null,
  totals: NO_TOTALS,
  ...NO_ARTIFACTS,
} as const;

/** The pool's clients have this property, but their type does not declare it. */
type Ending = { end(): Promise<void> };

async function beginTurn() {
  const { instanceId: leaseOwner } = runRegistry();
  const begun = await createTurn(await createPerson(), newTurn({ leaseOwner }));
  if (!begun.ok || begun.repeated) throw new Error("the turn did not begin");
  return begun.turn;
}

describe("executeRun", () => {
  it("runs and stores its end outside the request that created it", async () => {
    const request = new AsyncLocalStorage<string>();
    const { runs } = runRegistry();
    const turn = await beginTurn();
    const seen: (string | undefined)[] = [];

    const done = request.run("a request", () => {
      executeRun(turn, async ({ emitText }) => {
        seen.push(request.getStore());
        await nextTick();
        seen.push(request.getStore());
        emitText("An answer");
        return COMPLETE;
      });
      return runs.get(turn.runId)?.done;
    });
    await done;

    expect(seen).toEqual([undefined, undefined]);
    const run = await db().run.findUniqueOrThrow({ where: { id: turn.runId } });
    expect(run.status).toBe("complete");
    expect(runs.has(turn.runId)).toBe(false);
  });

  it("tells of the end that is stored where the answer to its first attempt was lost", async () => {
    const turn = await beginTurn();
    const other = openListener();
    await other.connect();
    await other.query("BEGIN");
    await other.query("SELECT FROM run WHERE id = $1 FOR UPDATE", [turn.runId]);
    const used = new Promise<Ending>((resolve) =>
      pool().once("acquire", (client) => resolve(client as PoolClient & Ending)),
    );
    executeRun(turn, async () => COMPLETE);
    const run = runRegistry().runs.get(turn.runId);
    const told: unknown[] = [];
    run?.log.subscribe((event) => told.push(event));
    const client = await used;
    await vi.waitFor(async () => {
      const waiting = await other.query("SELECT FROM pg_locks WHERE NOT granted");
      expect(waiting.rowCount).toBeGreaterThan(0);
    });
    await client.end();
    await other.query("COMMIT");
    await other.end();
    await run?.done;

    expect(told).toEqual([expect.objectContaining({ type: "end", ending: "complete" })]);
    const stored = await db().run.findUniqueOrThrow({ where: { id: turn.runId } });
    expect(stored.status).toBe("complete");
  });

  it("takes no text of work that has returned", async () => {
    const turn = await beginTurn();
    let late = (_text: string) => {};
    executeRun(turn, async ({ emitText }) => {
      emitText("An answer");
      late = emitText;
      return COMPLETE;
    });
    const run = runRegistry().runs.get(turn.runId);
    await nextTick();
    late(" and more");
    await run?.done;

    expect(run?.log.text).toBe("An answer");
  });
});
