/** Which runs are given to another process: not one that several died with. */
import { beforeEach, expect, it } from "vitest";
import { INSTANCE_GONE_MS } from "../../../contracts/limits.ts";
import { db } from "../../client.ts";
import { keepInstanceRow } from "../../instances/keep-instance-row.ts";
import { DEATHS_MAX, TAKEOVERS_MAX } from "../../limits.ts";
import { createPerson, newTurn, provideTestDatabase } from "../../testing/turn-fixtures.ts";
import { createTurn } from "../../turns/create-turn.ts";
import { releaseLeases } from "./leases.ts";
import { takeOverRun } from "./take-over-run.ts";

provideTestDatabase();

let runId: string;
beforeEach(async () => {
  const begun = await createTurn(await createPerson(), newTurn({ leaseMs: -1_000 }));
  if (!begun.ok || begun.repeated) throw new Error("the turn did not begin");
  runId = begun.turn.runId;
});

/** One process takes it over, and its lease is over at once. */
async function takeOver(leaseOwner: string) {
  const taken = await takeOverRun(runId, { leaseOwner, leaseMs: 60_000 });
  await releaseLeases(leaseOwner, [runId]);
  return typeof taken === "string" ? taken : "taken";
}

async function seen(id: string, agoMs: number, isDraining = false): Promise<void> {
  const load = { version: "1.0.0", isDraining, runs: 1, streams: 0, takeovers: 0, memory: 1 };
  await keepInstanceRow({ id, ...load }, INSTANCE_GONE_MS);
  await db().instance.update({ where: { id }, data: { seenAt: new Date(Date.now() - agoMs) } });
}

it("ends with the processes that died with it", async () => {
  const outcomes: string[] = [];
  for (let process = 0; process <= DEATHS_MAX; process += 1) {
    await seen(`dead-${process}`, 2 * INSTANCE_GONE_MS);
    outcomes.push(await takeOver(`dead-${process}`));
  }
  expect(outcomes).toEqual([...Array(DEATHS_MAX).fill("taken"), "spent"]);
});

it("goes on where its processes were only late, or have handed it over", async () => {
  await seen("late-one", 0);
  await seen("late-two", 0);
  await seen("ended", 2 * INSTANCE_GONE_MS, true);
  const outcomes: string[] = [];
  for (const owner of ["late-one", "late-two", "ended", "late-one", "late-two", "late-one"])
    outcomes.push(await takeOver(owner));
  expect(new Set(outcomes)).toEqual(new Set(["taken"]));
});

it("does not go from one to the next for ever", async () => {
  await seen("late", 0);
  let takeovers = 0;
  while ((await takeOver("late")) === "taken") takeovers += 1;
  expect(takeovers).toBe(TAKEOVERS_MAX);
});
