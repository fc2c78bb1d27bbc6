import { expect, it, vi } from "vitest";
import { appendRunEvents } from "../db/append-run-events.ts";
import { beginTurn } from "../db/begin-turn.ts";
import {
  createPerson,
  eventsOf,
  LEASE_OWNER,
  newTurn,
  provideTestDatabase,
} from "../db/testing/turn-fixtures.ts";
import { listenForRuns, watchRun } from "./watch-runs.ts";

provideTestDatabase();
// The database goes away beneath the channel when the test is over.
process.env.LOG_LEVEL = "silent";

/** More than one notification holds. */
const RUNS = 250;
const IN_TIME = { timeout: 10_000 };

it("hears of every run that another instance stored news of, however many at once", async () => {
  const actor = await createPerson();
  const begun = await Promise.all(
    Array.from({ length: RUNS }, async () => {
      const result = await beginTurn(actor, newTurn());
      if (!result.ok) throw new Error("the turn did not begin");
      return result.turn.runId;
    }),
  );
  // Whoever watches when the channel opens is told once, since news may have passed.
  const opened = vi.fn();
  watchRun(begun[0] ?? "", opened);
  listenForRuns();
  await vi.waitFor(() => expect(opened).toHaveBeenCalled(), IN_TIME);
  const told = new Map<string, number>();
  for (const runId of begun) {
    watchRun(runId, (id) => void told.set(id, (told.get(id) ?? 0) + 1));
  }

  const events = begun.flatMap((runId) =>
    eventsOf(runId, [{ type: "answer.delta", offset: 0, text: "news" }]),
  );
  expect(await appendRunEvents(LEASE_OWNER, events)).toEqual(new Set(begun));

  await vi.waitFor(() => expect(told.size).toBe(RUNS), IN_TIME);
  expect([...told.values()].every((times) => times === 1)).toBe(true);
});
