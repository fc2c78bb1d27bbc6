import { AsyncLocalStorage } from "node:async_hooks";
import { setImmediate as nextTick } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { NO_ARTIFACTS } from "../contracts/run/run-work.ts";
import { db } from "../db/client.ts";
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

describe("executeRun", () => {
  it("runs and stores its end outside the request that created it", async () => {
    const request = new AsyncLocalStorage<string>();
    const { instanceId: leaseOwner, runs } = runRegistry();
    const begun = await createTurn(await createPerson(), newTurn({ leaseOwner }));
    if (!begun.ok || begun.repeated) throw new Error("the turn did not begin");
    const { turn } = begun;
    const seen: (string | undefined)[] = [];

    const done = request.run("a request", () => {
      executeRun(turn, async ({ emitText }) => {
        seen.push(request.getStore());
        await nextTick();
        seen.push(request.getStore());
        emitText("An answer");
        return { ending: "complete", reason: null, totals: NO_TOTALS, ...NO_ARTIFACTS };
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
