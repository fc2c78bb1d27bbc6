import { beforeAll, expect, it, vi } from "vitest";
import type { Actor } from "../../access/actor.ts";
import { NO_ARTIFACTS, type RunResult } from "../../contracts/run/run-work.ts";
import { appendRunEvents } from "../../db/runs/append-run-events.ts";
import {
  createPerson,
  eventsOf,
  LEASE_OWNER,
  NO_TOTALS,
  newTurn,
  provideTestDatabase,
} from "../../db/testing/turn-fixtures.ts";
import { createTurn } from "../../db/turns/create-turn.ts";
import type { CreatedTurn } from "../../db/turns/created-turn.ts";
import { executeRun } from "../execute-run.ts";
import { flushRuns } from "../flush-runs.ts";
import { runRegistry } from "../run-registry.ts";
import { listenForRuns, watchRun } from "./watch-runs.ts";

provideTestDatabase();
// The test database is dropped while the channel is still open.
process.env.LOG_LEVEL = "silent";

/** More than one notification holds. */
const RUNS = 250;
const IN_TIME = { timeout: 10_000 };

const NOTHING: RunResult = {
  ending: "complete",
  reason: null,
  totals: NO_TOTALS,
  ...NO_ARTIFACTS,
};

beforeAll(async () => {
  // Watchers are called once when the channel opens, because notifications may have been missed.
  const opened = vi.fn();
  const unwatch = watchRun("any", opened);
  listenForRuns();
  await vi.waitFor(() => expect(opened).toHaveBeenCalled(), IN_TIME);
  unwatch();
});

async function begin(actor: Actor, leaseOwner: string): Promise<CreatedTurn> {
  const begun = await createTurn(actor, newTurn({ leaseOwner }));
  if (!begun.ok || begun.repeated) throw new Error("the turn did not begin");
  return begun.turn;
}

it("is notified of every run that another instance stored events for, in any number", async () => {
  const begun = await Promise.all(
    Array.from({ length: RUNS }, async () => begin(await createPerson(), LEASE_OWNER)),
  );
  const told = new Map<string, number>();
  for (const { runId } of begun) {
    watchRun(runId, (id) => void told.set(id, (told.get(id) ?? 0) + 1));
  }

  const events = begun.flatMap(({ runId }) =>
    eventsOf(runId, [{ type: "answer.delta", offset: 0, text: "news" }]),
  );
  const held = new Set(begun.map(({ runId }) => runId));
  expect(await appendRunEvents(LEASE_OWNER, events)).toEqual(held);

  await vi.waitFor(() => expect(told.size).toBe(RUNS), IN_TIME);
  expect([...told.values()].every((times) => times === 1)).toBe(true);
});

it.each([
  ["at once", 1],
  ["with the next flush where others are at work", 2],
])("hears of a run's end %s, and once", async (_when, count) => {
  const { instanceId, runs } = runRegistry();
  const actor = await createPerson();
  const turns = await Promise.all(Array.from({ length: count }, () => begin(actor, instanceId)));
  const told = vi.fn();
  for (const { runId } of turns) watchRun(runId, told);
  for (const turn of turns) executeRun(turn, async () => NOTHING);
  await Promise.all(turns.map(({ runId }) => runs.get(runId)?.done));
  if (count > 1) await flushRuns();
  await vi.waitFor(() => expect(told).toHaveBeenCalledTimes(count), IN_TIME);

  // Notifications arrive in order, so this one arrives after all earlier ones.
  await flushRuns();
  const next = await begin(actor, instanceId);
  const nextTold = vi.fn();
  watchRun(next.runId, nextTold);
  await appendRunEvents(instanceId, [], [next.runId]);
  await vi.waitFor(() => expect(nextTold).toHaveBeenCalledOnce(), IN_TIME);
  expect(told).toHaveBeenCalledTimes(count);
});
