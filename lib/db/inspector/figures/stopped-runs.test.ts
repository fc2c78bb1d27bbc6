/** A run that its person stopped did not deviate of itself: neither the overview nor the list calls it a high one. */
import { expect, it } from "vitest";
import { createPerson, provideTestDatabase } from "../../testing/turn-fixtures.ts";
import { listRuns } from "../runs/list-runs.ts";
import { recordRun, recordScore } from "../testing/recorded-run.ts";
import { readOverview } from "./read-overview.ts";

provideTestDatabase();

const NOW = new Date("2026-03-10T12:30:00Z");

it("counts a stopped run of a high score as no high one, as the list does", async () => {
  const person = await createPerson();
  const admin = await createPerson("admin");
  const record = async (status: string) => {
    const { runId } = await recordRun(person, {
      startedAt: new Date(NOW.getTime() - 1_000),
      status,
    });
    await recordScore(runId, 0.5);
    return runId;
  };
  await record("stopped");
  const complete = await record("complete");
  const { total } = await readOverview(admin, { range: "24h", offset: 0 }, NOW);
  expect(total).toMatchObject({ runs: 2, planned: 2, highDeviation: 1 });
  const { runs } = await listRuns(admin, { deviation: "high", period: "all" });
  expect(runs.map(({ id }) => id)).toEqual([complete]);
});
