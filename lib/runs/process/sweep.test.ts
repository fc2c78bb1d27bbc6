/** The search for runs whose process is gone. */

import { expect, it, vi } from "vitest";
import { PATIENCE } from "../../../scripts/testing/until.ts";
import { db } from "../../db/client.ts";
import { createPerson, newTurn, provideTestDatabase } from "../../db/testing/turn-fixtures.ts";
import { createTurn } from "../../db/turns/create-turn.ts";
import { TAKEN_AT_ONCE_MAX } from "../limits.ts";
import { superviseRuns } from "./supervise-runs.ts";

provideTestDatabase();
process.env.LOG_LEVEL = "silent";

const MANY = 3 * TAKEN_AT_ONCE_MAX;
const IN_TIME = { ...PATIENCE, interval: 20 };

async function orphan(goneMs: number): Promise<string> {
  const begun = await createTurn(await createPerson(), newTurn());
  if (!begun.ok || begun.repeated) throw new Error("the turn did not begin");
  const { runId: id } = begun.turn;
  const leaseUntil = new Date(Date.now() - goneMs);
  await db().run.update({ where: { id }, data: { leaseUntil } });
  return id;
}

it("comes to a run behind many that only a newer version can go on with", async () => {
  for (let count = 0; count < MANY; count += 1) {
    const runId = await orphan(60_000);
    const event = { seq: 1, at: new Date(), type: "of.a.newer.version", visibility: "hidden" };
    await db().runEvent.create({ data: { runId, ...event, payload: {} } });
  }
  const last = await orphan(1_000);
  const taken: string[] = [];
  superviseRuns(async ({ id }) => void taken.push(id));
  await vi.waitFor(() => expect(taken).toEqual([last]), IN_TIME);
  expect(await db().run.count({ where: { status: "running" } })).toBe(MANY + 1);
});
