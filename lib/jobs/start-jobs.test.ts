import { afterAll, describe, expect, it } from "vitest";
import { db } from "../db/client.ts";
import { expireHiddenStates } from "../db/erasure/retention/apply-retention.ts";
import { passDaysSince } from "../db/testing/let-time-pass.ts";
import { sweepDatabase } from "../db/testing/sweep-database.ts";
import { createPerson, newTurn, provideTestDatabase } from "../db/testing/turn-fixtures.ts";
import { createTurn } from "../db/turns/create-turn.ts";
import { oncePerProcess, pause, repeatWork, untilStarted } from "./repeat-work.ts";
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
  const updatedAt = new Date(Date.now() - daysAgo * 86_400_000);
  if (running)
    await db().conversation.update({ where: { id: conversationId }, data: { updatedAt } });
  else await passDaysSince(runId, updatedAt);
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

describe("repeated work", () => {
  it("is begun once per process, and anew behind its end", async () => {
    const begun: { isOver: boolean }[] = [];
    const work = oncePerProcess("tested-work", () => {
      const one = { isOver: false };
      begun.push(one);
      const stop = async () => {
        one.isOver = true;
      };
      return { stop };
    });
    await work.stop();
    work.start();
    work.start();
    expect(begun).toEqual([{ isOver: false }]);
    await work.stop();
    expect(work.running()).toBeUndefined();
    work.start();
    expect(begun).toEqual([{ isOver: true }, { isOver: false }]);
    await work.stop();
  });

  it("ends with the pass that is under way, and without waiting for its next", async () => {
    const passing = Promise.withResolvers<void>();
    const told: string[] = [];
    const work = repeatWork(async (signal) => {
      told.push("begins");
      await passing.promise;
      told.push("ends");
      await pause(3_600_000, signal);
    });
    const stopped = work.stop().then(() => told.push("stopped"));
    passing.resolve();
    await stopped;
    expect(told).toEqual(["begins", "ends", "stopped"]);
    expect(work.signal.aborted).toBe(true);
  });

  it("is interrupted in its pause", async () => {
    const pausing = Promise.withResolvers<void>();
    let passes = 0;
    const work = repeatWork(async (signal) => {
      passes += 1;
      const paused = pause(3_600_000, signal);
      pausing.resolve();
      await paused;
    });
    await pausing.promise;
    await work.stop();
    expect(passes).toBe(1);
  });
});

it("a start that fails keeps nobody waiting, and is tried until it succeeds", async () => {
  let attempts = 0;
  const start = async () => {
    attempts += 1;
    if (attempts < 3) throw new Error("the database is away");
  };
  await untilStarted(start, 1, "not yet");
  expect(attempts).toBe(1);
  await expect.poll(() => attempts).toBe(3);
});
