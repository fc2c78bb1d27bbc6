/** Budgets are checked by the statement that creates a turn, for every way in which a turn begins. */
import { describe, expect, it } from "vitest";
import type { Actor } from "../../access/actor.ts";
import { db } from "../client.ts";
import {
  createPerson,
  LEASE_OWNER,
  NO_LIMITS,
  newTurn,
  provideTestDatabase,
} from "../testing/turn-fixtures.ts";
import { createTurn } from "../turns/create-turn.ts";
import { createContinuing, createRetry } from "../turns/replace/replace-answer.ts";
import { forgetDeploymentSpending, readDeploymentSpending } from "./deployment-spending.ts";

provideTestDatabase();

const DAY_MS = 86_400_000;
/** The first of the month has no earlier day in it. */
const MONTH = new Date();
MONTH.setUTCDate(1);

async function spend({ userId }: Actor, cost: number, day = new Date()): Promise<void> {
  const none = { estimatedCost: 0, calls: 1, unpricedCalls: 0, inputTokens: 0n, outputTokens: 0n };
  const key = { userId, day, agentId: "general", model: String(Math.random()) };
  await db().spending.create({ data: { ...key, cost, ...none } });
}

const DAILY = { ...NO_LIMITS, maxSpentToday: 1 };
const MONTHLY = { ...NO_LIMITS, maxSpentThisMonth: 1 };

describe("a person's budget", () => {
  it("lets a turn begin while less was spent, and says what was", async () => {
    const person = await createPerson();
    await spend(person, 0.9);
    await spend(await createPerson(), 50);
    const created = await createTurn(person, newTurn({ limits: DAILY }));
    expect(created).toMatchObject({ ok: true, turn: { spent: { today: 0.9, thisMonth: null } } });
  });

  it("of a day begins anew every day, that of a month does not", async () => {
    const person = await createPerson();
    await spend(person, 5, new Date(Date.now() - DAY_MS));
    expect(await createTurn(person, newTurn({ limits: DAILY }))).toMatchObject({ ok: true });
    const other = await createPerson();
    await spend(other, 1, MONTH);
    expect(await createTurn(other, newTurn({ limits: MONTHLY }))).toEqual({
      ok: false,
      reason: "budget-spent-this-month",
    });
  });

  it("that is spent refuses every kind of turn, and writes nothing", async () => {
    const person = await createPerson();
    const first = await createTurn(person, newTurn());
    if (!first.ok || first.repeated) throw new Error("the turn did not begin");
    const { answerMessageId, runId, conversationId } = first.turn;
    await db().run.update({ where: { id: runId }, data: { status: "stopped" } });
    const ended = { ending: "stopped", content: "Half" };
    await db().message.update({ where: { id: answerMessageId }, data: ended });
    await spend(person, 1);
    const refused = { ok: false, reason: "budget-spent-today" };
    const again = { answerMessageId, agentId: "general", leaseOwner: LEASE_OWNER, leaseMs: 15_000 };
    const turn = newTurn({ conversationId, limits: DAILY });
    expect(await createTurn(person, turn)).toEqual(refused);
    expect(await createRetry(person, { ...again, limits: DAILY })).toEqual(refused);
    expect(await createContinuing(person, { ...again, limits: DAILY })).toEqual(refused);
    expect(await db().message.count({ where: { conversationId } })).toBe(2);
    expect(await db().run.count({ where: { userId: person.userId } })).toBe(1);
    // Without a budget nothing is refused.
    expect(await createRetry(person, { ...again, limits: NO_LIMITS })).toMatchObject({ ok: true });
  });
});

it("what all people have spent is summed by day and month", async () => {
  forgetDeploymentSpending();
  const before = await readDeploymentSpending();
  await spend(await createPerson(), 2);
  await spend(await createPerson(), 3);
  forgetDeploymentSpending();
  const after = await readDeploymentSpending();
  expect(after.today - before.today).toBeCloseTo(5);
  expect(after.thisMonth - before.thisMonth).toBeCloseTo(5);
});
