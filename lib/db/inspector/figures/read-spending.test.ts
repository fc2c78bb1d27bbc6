import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "../../../access/actor.ts";
import { db } from "../../client.ts";
import { createPerson, provideTestDatabase } from "../../testing/turn-fixtures.ts";
import { readSpending } from "./read-spending.ts";

provideTestDatabase();

const NOW = new Date("2026-03-10T12:30:00Z");
const RANGE = { range: "7d" } as const;

let admin: Actor;
let ana: Actor;
beforeAll(async () => {
  process.env.BUDGET_DEPLOYMENT_DAY = "10";
  admin = await createPerson("admin");
  ana = await createPerson();
  const rows = [
    [ana.userId, "2026-03-10", "general", "a", 2, 1],
    [ana.userId, "2026-03-10", "coordinator", "a", 1, 0],
    [ana.userId, "2026-03-08", "general", "b", 4, 0],
    ["somebody-gone", "2026-03-04", "general", "b", 0.5, 0],
    ["somebody-gone", "2026-03-03", "general", "b", 100, 0],
  ] as const;
  for (const [userId, day, agentId, model, cost, estimatedCost] of rows) {
    const tokens = { inputTokens: 10n, outputTokens: 1n };
    const calls = { calls: 2, unpricedCalls: model === "b" ? 1 : 0 };
    const key = { userId, day: new Date(day), agentId, model };
    await db().spending.create({ data: { ...key, cost, estimatedCost, ...calls, ...tokens } });
  }
});

describe("readSpending", () => {
  it("is for operators only, and recorded", async () => {
    await expect(readSpending(ana, RANGE)).rejects.toMatchObject({ code: "forbidden" });
    await readSpending(admin, RANGE, NOW);
    const where = { actorId: admin.userId, action: "spending.read" };
    expect(await db().auditEvent.count({ where })).toBe(1);
  });

  it("sums the days of the range by day, person, agent and model: each sum is the total", async () => {
    const overview = await readSpending(admin, RANGE, NOW);
    expect([overview.from, overview.to, overview.currency]).toEqual([
      "2026-03-04",
      "2026-03-10",
      "USD",
    ]);
    expect(overview.total).toMatchObject({
      cost: 7.5,
      estimatedCost: 1,
      calls: 8,
      unpricedCalls: 2,
    });
    expect(overview.days.map(({ cost }) => cost)).toEqual([0.5, 0, 0, 0, 4, 0, 3]);
    expect(overview.people).toMatchObject([
      { key: ana.userId, name: "Somebody", cost: 7 },
      { key: "somebody-gone", name: null, cost: 0.5 },
    ]);
    expect(overview.agents.map(({ key, cost }) => [key, cost])).toEqual([
      ["general", 6.5],
      ["coordinator", 1],
    ]);
    expect(overview.models.map(({ key, cost }) => [key, cost])).toEqual([
      ["b", 4.5],
      ["a", 3],
    ]);
    for (const parts of [overview.days, overview.people, overview.agents, overview.models]) {
      expect(parts.reduce((sum, { calls }) => sum + calls, 0)).toBe(overview.total.calls);
    }
  });

  it("has the budgets that are set, and what is spent of them today", async () => {
    const today = new Date();
    const key = { userId: ana.userId, day: today, agentId: "general", model: "a" };
    const rest = {
      estimatedCost: 0,
      calls: 1,
      unpricedCalls: 0,
      inputTokens: 0n,
      outputTokens: 0n,
    };
    await db().spending.create({ data: { ...key, cost: 9, ...rest } });
    const { budgets } = await readSpending(admin, RANGE);
    expect(budgets).toEqual([{ scope: "deployment", period: "day", limit: 10, spent: 9 }]);
  });

  it("is empty without anything spent", async () => {
    const { total, people, days } = await readSpending(
      admin,
      { range: "1d" },
      new Date("2020-01-01"),
    );
    expect([total.calls, people, days.length]).toEqual([0, [], 1]);
  });
});
