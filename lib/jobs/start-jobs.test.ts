import { afterAll, describe, expect, it } from "vitest";
import { db } from "../db/client.ts";
import { expireHiddenStates } from "../db/erasure/apply-retention.ts";
import { sweepDatabase } from "../db/testing/sweep-database.ts";
import { createPerson, newTurn, provideTestDatabase } from "../db/testing/turn-fixtures.ts";
import { createTurn } from "../db/turns/create-turn.ts";
import {
  APPLY_RETENTION,
  CHECK_TRAIL,
  CREATE_EVENT_MONTHS,
  EXPIRE_HIDDEN_STATE,
  JUDGE_CASES,
  startJobs,
  stopJobs,
  TELL_SERVICE,
} from "./start-jobs.ts";

provideTestDatabase();
afterAll(stopJobs);

async function createState(daysAgo: number, running: boolean): Promise<string> {
  const begun = await createTurn(await createPerson(), newTurn());
  if (!begun.ok || begun.repeated) throw new Error("the turn did not begin");
  const { conversationId, runId } = begun.turn;
  const id = crypto.randomUUID();
  await db().hiddenState.create({
    data: { id, conversationId, agentId: "general", version: 1, state: {}, bytes: 2 },
  });
  const status = running ? "running" : "complete";
  await db().run.update({ where: { id: runId }, data: { status } });
  const updatedAt = new Date(Date.now() - daysAgo * 86_400_000);
  await db().conversation.update({ where: { id: conversationId }, data: { updatedAt } });
  return id;
}

it("a job that fails leaves no value of a row in the queue's tables", async () => {
  const boss = await startJobs();
  const id = await createState(40, false);
  await db().hiddenState.update({ where: { id }, data: { state: { kept: "zqfailing" } } });
  // PostgreSQL names the values of the row that it refuses.
  await db().$executeRawUnsafe(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'refused %', OLD.state USING DETAIL = OLD.state::text; END $$`);
  await db().$executeRawUnsafe(
    "CREATE TRIGGER refuses BEFORE DELETE ON hidden_state FOR EACH ROW EXECUTE FUNCTION refuse()",
  );
  try {
    const jobId = (await boss.send(EXPIRE_HIDDEN_STATE, {}, { retryLimit: 0 })) ?? "";
    for (const worker of boss.getWipData()) boss.notifyWorker(worker.id);
    const state = async () => (await boss.getJobById(EXPIRE_HIDDEN_STATE, jobId))?.state;
    await expect.poll(state).toBe("failed");
    expect((await sweepDatabase(["zqfailing"])).zqfailing).toEqual(["hidden_state.state"]);
  } finally {
    await db().$executeRawUnsafe("DROP TRIGGER refuses ON hidden_state");
    await db().$executeRawUnsafe("DROP FUNCTION refuse()");
    await db().hiddenState.delete({ where: { id } });
  }
});

describe("hidden state", () => {
  it("is deleted when its conversation has been idle for the TTL, and not before", async () => {
    const [old, fresh, live] = [
      await createState(31, false),
      await createState(29, false),
      await createState(31, true),
    ];
    expect(await expireHiddenStates(30)).toBe(1);
    const left = await db().hiddenState.findMany({ select: { id: true } });
    expect(left.map(({ id }) => id).sort()).toEqual([fresh, live].sort());
    expect(left.map(({ id }) => id)).not.toContain(old);
  });

  it("is deleted by a schedule that survives the process", async () => {
    const boss = await startJobs();
    expect((await boss.getSchedules()).map(({ name }) => name).sort()).toEqual([
      APPLY_RETENTION,
      CHECK_TRAIL,
      CREATE_EVENT_MONTHS,
      EXPIRE_HIDDEN_STATE,
      JUDGE_CASES,
      TELL_SERVICE,
    ]);
    const expired = await createState(40, false);
    const jobId = await boss.send(EXPIRE_HIDDEN_STATE);
    expect(jobId).not.toBeNull();
    for (const worker of boss.getWipData()) boss.notifyWorker(worker.id);
    await expect.poll(() => db().hiddenState.findUnique({ where: { id: expired } })).toBeNull();
  });
});
