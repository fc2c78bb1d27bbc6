import { beforeAll, expect, it, vi } from "vitest";
import type { Actor } from "../access/actor.ts";
import { NO_KEEPSAKES } from "../contracts/run-work.ts";
import { appendRunEvents } from "../db/append-run-events.ts";
import { beginTurn } from "../db/begin-turn.ts";
import type { BegunTurn } from "../db/begun-turn.ts";
import {
  createPerson,
  eventsOf,
  LEASE_OWNER,
  NO_TOTALS,
  newTurn,
  provideTestDatabase,
} from "../db/testing/turn-fixtures.ts";
import { flushRuns } from "./flush-runs.ts";
import { runRegistry } from "./run-registry.ts";
import { startRun } from "./start-run.ts";
import { listenForRuns, watchRun } from "./watch-runs.ts";

provideTestDatabase();
// The database goes away beneath the channel when the test is over.
process.env.LOG_LEVEL = "silent";

/** More than one notification holds. */
const RUNS = 250;
const IN_TIME = { timeout: 10_000 };

beforeAll(async () => {
  // Whoever watches when the channel opens is told once, since news may have passed.
  const opened = vi.fn();
  const unwatch = watchRun("any", opened);
  listenForRuns();
  await vi.waitFor(() => expect(opened).toHaveBeenCalled(), IN_TIME);
  unwatch();
});

async function begin(actor: Actor, leaseOwner: string): Promise<BegunTurn> {
  const begun = await beginTurn(actor, newTurn({ leaseOwner }));
  if (!begun.ok || begun.repeated) throw new Error("the turn did not begin");
  return begun.turn;
}

it("hears of every run that another instance stored news of, however many at once", async () => {
  const actor = await createPerson();
  const begun = await Promise.all(Array.from({ length: RUNS }, () => begin(actor, LEASE_OWNER)));
  const told = new Map<string, number>();
  for (const { runId } of begun) {
    watchRun(runId, (id) => void told.set(id, (told.get(id) ?? 0) + 1));
  }

  const events = begun.flatMap(({ runId }) =>
    eventsOf(runId, [{ type: "answer.delta", offset: 0, text: "news" }]),
  );
  expect((await appendRunEvents(LEASE_OWNER, events)).size).toBe(RUNS);

  await vi.waitFor(() => expect(told.size).toBe(RUNS), IN_TIME);
  expect([...told.values()].every((times) => times === 1)).toBe(true);
});

it("hears of a run's end once, with the flush after it", async () => {
  const { instanceId, runs } = runRegistry();
  const actor = await createPerson();
  const turn = await begin(actor, instanceId);
  const told = vi.fn();
  watchRun(turn.runId, told);

  startRun(turn, async () => ({
    ...{ ending: "complete", reason: null, totals: NO_TOTALS },
    ...NO_KEEPSAKES,
  }));
  await runs.get(turn.runId)?.done;
  await flushRuns();
  await vi.waitFor(() => expect(told).toHaveBeenCalled(), IN_TIME);
  await flushRuns();
  const other = await begin(actor, instanceId);
  const otherTold = vi.fn();
  watchRun(other.runId, otherTold);
  await appendRunEvents(instanceId, [], [other.runId]);
  await vi.waitFor(() => expect(otherTold).toHaveBeenCalledOnce(), IN_TIME);
  expect(told).toHaveBeenCalledOnce();
});
