import { AsyncLocalStorage } from "node:async_hooks";
import { setImmediate as nextTick } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { NO_KEEPSAKES } from "../contracts/run-work.ts";
import { beginTurn } from "../db/begin-turn.ts";
import { db } from "../db/client.ts";
import {
  createPerson,
  NO_TOTALS,
  newTurn,
  provideTestDatabase,
} from "../db/testing/turn-fixtures.ts";
import { runRegistry } from "./run-registry.ts";
import { startRun } from "./start-run.ts";

provideTestDatabase();

describe("startRun", () => {
  it("does its work and stores its end outside the request that began it", async () => {
    const request = new AsyncLocalStorage<string>();
    const { instanceId: leaseOwner, runs } = runRegistry();
    const begun = await beginTurn(await createPerson(), newTurn({ leaseOwner }));
    if (!begun.ok || begun.repeated) throw new Error("the turn did not begin");
    const { turn } = begun;
    const seen: (string | undefined)[] = [];

    const done = request.run("a request", () => {
      startRun(turn, async ({ say }) => {
        seen.push(request.getStore());
        await nextTick();
        seen.push(request.getStore());
        say("An answer");
        return { ending: "complete", reason: null, totals: NO_TOTALS, ...NO_KEEPSAKES };
      });
      return runs.get(turn.runId)?.done;
    });
    await done;

    expect(seen).toEqual([undefined, undefined]);
    const run = await db().run.findUniqueOrThrow({ where: { id: turn.runId } });
    expect(run.status).toBe("complete");
    expect(runs.has(turn.runId)).toBe(false);
  });
});
