import { beforeAll, describe, expect, it } from "vitest";
import { CHARTS } from "../../../../components/inspector/overview/charts.ts";
import type { Actor } from "../../../access/actor.ts";
import type { LogEventBody } from "../../../contracts/run/log-event.ts";
import { db } from "../../client.ts";
import { createPerson, provideTestDatabase } from "../../testing/turn-fixtures.ts";
import { listRuns } from "../runs/list-runs.ts";
import { recordRun, recordScore, recordState } from "../testing/recorded-run.ts";
import { bucketsOf } from "./overview-sql.ts";
import { readOverview } from "./read-overview.ts";

provideTestDatabase();

const PLAN_MADE: LogEventBody = {
  type: "plan.made",
  hopRef: "h1",
  plan: {
    revision: 0,
    source: "model",
    reason: "",
    attempts: 1,
    steps: [
      {
        id: "s1",
        type: "agent",
        target: "general",
        agentId: "general",
        objective: "",
        expectedArgsSha256: null,
      },
    ],
  },
};
const NOW = new Date("2026-03-10T12:30:00Z");
const MINUTE_MS = 60_000;
const ago = (minutes: number) => new Date(NOW.getTime() - minutes * MINUTE_MS);
const DAY = { range: "24h", offset: 0 } as const;

let admin: Actor;
beforeAll(async () => {
  process.env.MODEL_PRICES = '{"model-a":{"input":2,"output":10}}';
  admin = await createPerson("admin");
  const person = await createPerson();
  const runs = [
    {
      minutes: 10,
      status: "complete",
      deviation: 0.4,
      data: { model: "model-a", inputTokens: 500_000 },
    },
    { minutes: 20, status: "failed", deviation: 0, data: { model: "other", outputTokens: 7 } },
    { minutes: 90, status: "complete", data: { policyOutcome: "deny" } },
    { minutes: 25 * 60, status: "interrupted", data: {} },
  ];
  for (const [index, { minutes, status, data, deviation }] of runs.entries()) {
    const turn = await recordRun(person, { startedAt: ago(minutes), status });
    await db().run.update({ where: { id: turn.runId }, data });
    if (deviation !== undefined) await recordScore(turn.runId, deviation);
    await recordState(turn, index + 1, { text: "x".repeat(100 * (index + 1)) });
    await db().hiddenState.updateMany({
      where: { runId: turn.runId },
      data: { createdAt: ago(minutes) },
    });
  }
});

describe("readOverview", () => {
  it("is for operators only", async () => {
    const person = await createPerson();
    await expect(readOverview(person, DAY)).rejects.toMatchObject({ code: "forbidden" });
  });

  it("counts runs that started in the range, hour by hour without gaps", async () => {
    const { from, to, total, buckets } = await readOverview(admin, DAY, NOW);
    expect([from, to]).toEqual(["2026-03-09T13:00:00.000Z", "2026-03-10T13:00:00.000Z"]);
    expect(buckets).toHaveLength(24);
    expect(buckets.map((bucket) => bucket.to).slice(0, -1)).toEqual(
      buckets.map((bucket) => bucket.from).slice(1),
    );
    expect(buckets.map(({ runs }) => runs).slice(-3)).toEqual([0, 1, 2]);
    expect(total).toMatchObject({ runs: 3, complete: 2, failed: 1, interrupted: 0, denied: 1 });
    expect(total).toMatchObject({ planned: 2, deviation: 0.2, highDeviation: 1, states: 3 });
  });

  it("gives cost, latency and size, or null if there is no figure", async () => {
    const { total, buckets } = await readOverview(admin, DAY, NOW);
    expect(total).toMatchObject({
      cost: 1,
      noPrice: 0,
      unknownCost: 2,
      p50: 2_000,
      p95: 2_000,
      p99: 2_000,
    });
    expect(total.stateLargestBytes).toBe(311);
    const empty = { runs: 0, deviation: null, cost: null, p50: null, stateMedianBytes: null };
    expect(buckets[0]).toMatchObject(empty);
  });

  it("counts the same runs as the list that a bucket links to", async () => {
    const { buckets } = await readOverview(admin, { range: "30d", offset: -60 }, NOW);
    expect(buckets.reduce((sum, { runs }) => sum + runs, 0)).toBe(4);
    for (const { from, to, runs, failed } of buckets.slice(-3)) {
      expect((await listRuns(admin, { from, to })).total).toBe(runs);
      expect((await listRuns(admin, { from, to, status: "failed" })).total).toBe(failed);
    }
  });
});

async function recordApproval(
  { runId, conversationId, answerMessageId }: Awaited<ReturnType<typeof recordRun>>,
  status: string,
) {
  const asked = { agentId: "users", question: "Delete?", tool: "delete_person", resume: {} };
  const of = { id: crypto.randomUUID(), runId, conversationId, answerMessageId };
  await db().approval.create({ data: { ...of, ...asked, status } });
}

describe("every count of the overview", () => {
  const stretch = { from: "2025-01-01T00:00:00.000Z", to: "2025-01-02T00:00:00.000Z" };
  type Counted = {
    status: string;
    deviation?: number;
    tags?: string[];
    policyOutcome?: string;
    /** What became of the call that the run left for the person. */
    asked?: string;
  };
  const runs: Counted[] = [
    { status: "complete", deviation: 0.9 },
    // The person stopped it: it did not deviate of itself.
    { status: "stopped", deviation: 0.9 },
    { status: "complete", deviation: 0.1, tags: ["outcome:blocked"] },
    { status: "failed", policyOutcome: "deny" },
    { status: "empty", policyOutcome: "would_deny" },
    { status: "empty" },
    { status: "interrupted", policyOutcome: "needs_approval" },
    { status: "complete", policyOutcome: "needs_approval", asked: "approved" },
    { status: "complete", policyOutcome: "needs_approval", asked: "declined" },
    { status: "complete", policyOutcome: "needs_approval", asked: "pending" },
    { status: "running" },
  ];

  it("is the number of the runs that it leads to", async () => {
    const person = await createPerson();
    for (const { status, deviation, asked, ...data } of runs) {
      const startedAt = new Date("2025-01-01T10:00:00Z");
      const turn = await recordRun(person, { startedAt, status });
      const { runId } = turn;
      if (asked) await recordApproval(turn, asked);
      await db().run.update({ where: { id: runId }, data });
      if (deviation !== undefined) await recordScore(runId, deviation);
    }
    const now = new Date("2025-01-01T23:30:00Z");
    const { total } = await readOverview(admin, DAY, now);
    expect(total).toMatchObject({ runs: runs.length, highDeviation: 1, blocked: 1, empty: 2 });
    const counts = CHARTS.flatMap(({ headline, note, narrow, form }) => [
      ...(form === "bars" && !narrow.sort ? [{ words: headline(total), narrow }] : []),
      ...note(total),
    ]);
    let followed = 0;
    for (const { words, narrow } of counts) {
      if (!narrow) continue;
      const { sort: _sort, ...filters } = narrow;
      const found = await listRuns(admin, { ...filters, ...stretch });
      expect(found.total, words).toBe(Number(/\d+/.exec(words)?.[0]));
      followed += 1;
    }
    expect(followed).toBeGreaterThanOrEqual(12);
  });

  it("without a plan means that the log has none: a score that is missing is another thing", async () => {
    const person = await createPerson();
    const startedAt = new Date("2025-02-01T10:00:00Z");
    const range = { from: "2025-02-01T00:00:00.000Z", to: "2025-02-02T00:00:00.000Z" };
    await recordRun(person, { startedAt, status: "interrupted", events: [PLAN_MADE] });
    const bare = await recordRun(person, { startedAt, status: "complete" });
    const { runs: found } = await listRuns(admin, { deviation: "no-plan", ...range });
    expect(found.map(({ id }) => id)).toEqual([bare.runId]);
  });
});

describe("readOverview without a range", () => {
  it("is an hour where every run of the last day began in it, otherwise a day", async () => {
    const { range, total } = await readOverview(admin, { offset: 0 }, ago(-70));
    expect([range, total.runs > 0]).toEqual(["24h", true]);
    const person = await createPerson();
    const startedAt = new Date("2026-06-01T10:05:00Z");
    await recordRun(person, { startedAt, status: "complete" });
    const past = (minutes: number) => new Date(startedAt.getTime() + minutes * MINUTE_MS);
    const hour = await readOverview(admin, { offset: 0 }, past(50));
    expect([hour.range, hour.total.runs, hour.buckets.length]).toEqual(["1h", 1, 12]);
    expect((await readOverview(admin, { offset: 0 }, past(70))).range).toBe("24h");
    expect((await readOverview(admin, { offset: 0 }, past(3 * 24 * 60))).range).toBe("24h");
  });
});

describe("bucketsOf", () => {
  it.each([
    ["1h", 0, "2026-03-10T12:35:00.000Z", 12],
    ["24h", 0, "2026-03-10T13:00:00.000Z", 24],
    ["7d", 0, "2026-03-10T18:00:00.000Z", 28],
    ["30d", 0, "2026-03-11T00:00:00.000Z", 30],
    // In a time zone one hour ahead, a day ends one hour earlier.
    ["30d", -60, "2026-03-10T23:00:00.000Z", 30],
    ["30d", 300, "2026-03-11T05:00:00.000Z", 30],
  ] as const)("of %s at offset %d end at %s", (range, offset, end, count) => {
    const buckets = bucketsOf({ range, offset }, NOW);
    expect([buckets.to.toISOString(), buckets.count]).toEqual([end, count]);
    expect(buckets.to.getTime() - buckets.from.getTime()).toBe(buckets.widthMs * count);
  });
});
