/** Decisions and violations are on record in the statement that stores them, and in no further round trip. */
import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Actor } from "../../access/actor.ts";
import type { LogEventBody } from "../../contracts/run/log-event.ts";
import { NO_ARTIFACTS, type RunResult } from "../../contracts/run/run-work.ts";
import { db, pool } from "../client.ts";
import { appendRunEvents } from "../runs/append-run-events.ts";
import { finishRun } from "../runs/finish/finish-run.ts";
import {
  createPerson,
  eventsOf,
  LEASE_OWNER,
  NO_LIMITS,
  NO_TOTALS,
  newTurn,
  provideTestDatabase,
} from "../testing/turn-fixtures.ts";
import { type CreateTurn, createTurn } from "../turns/create-turn.ts";
import type { CreatedTurn } from "../turns/created-turn.ts";
import { createRetry } from "../turns/replace/replace-answer.ts";

provideTestDatabase();

let person: Actor;
beforeEach(async () => {
  person = await createPerson();
});
afterEach(() => {
  vi.restoreAllMocks();
});

async function begin(more: Partial<CreateTurn> = {}): Promise<CreatedTurn> {
  const begun = await createTurn(person, newTurn(more));
  if (!begun.ok || begun.repeated) throw new Error("the turn did not begin");
  return begun.turn;
}

const finish = (
  { runId, userId }: CreatedTurn,
  bodies: LogEventBody[],
  more: Partial<RunResult> = {},
) =>
  finishRun({
    runId,
    userId,
    leaseOwner: LEASE_OWNER,
    ending: "complete",
    reason: null,
    answer: "",
    totals: NO_TOTALS,
    events: eventsOf(runId, bodies),
    ...NO_ARTIFACTS,
    ...more,
  });

/** A turn that asks a question and ends. */
async function ask() {
  const turn = await begin();
  const approvalId = randomUUID();
  const open = { tool: "delete_person", resume: { id: "call_1" }, question: "Delete Ada?" };
  await finish(turn, [], {
    approvals: [{ id: approvalId, agentId: "users", suspendedPlan: null, ...open }],
  });
  return { turn, approvalId };
}

const rowsOf = (runId: string, action: string) =>
  db().auditEvent.findMany({
    where: { runId, action },
    orderBy: { at: "asc" },
    select: { actorId: true, subjectId: true, target: true, outcome: true, detail: true },
  });

const VIOLATED: LogEventBody = {
  type: "policy.violated",
  hopRef: "h1",
  agentId: "concierge",
  rule: "context-state",
  segment: "scratchpad from general",
};

describe("a decision on an approval", () => {
  it.each(["approved", "declined"] as const)("is on record as %s", async (decision) => {
    const { turn, approvalId } = await ask();
    const { conversationId, runId } = turn;
    const connect = vi.spyOn(pool(), "connect");
    await begin({ conversationId, approval: { id: approvalId, decision } });
    expect(connect).toHaveBeenCalledTimes(1);
    const who = { actorId: person.userId, subjectId: person.userId, outcome: "allowed" };
    expect(await rowsOf(runId, "approval.decided")).toEqual([
      { ...who, target: `run:${runId}`, detail: { approvalId, decision } },
    ]);
  });

  it("is on record as expired where the person writes something else, or tries again", async () => {
    const { turn, approvalId } = await ask();
    await begin({ conversationId: turn.conversationId });
    const retried = await ask();
    const lease = { leaseOwner: LEASE_OWNER, leaseMs: 15_000, limits: NO_LIMITS };
    const { answerMessageId } = retried.turn;
    await createRetry(person, { answerMessageId, agentId: "general", ...lease });
    for (const asked of [{ turn, approvalId }, retried]) {
      expect(await rowsOf(asked.turn.runId, "approval.decided")).toMatchObject([
        { detail: { approvalId: asked.approvalId, decision: "expired" } },
      ]);
    }
  });

  it("is not taken where it cannot be recorded, and no message is stored", async () => {
    const { turn, approvalId } = await ask();
    const { conversationId } = turn;
    const decide = () =>
      begin({ conversationId, approval: { id: approvalId, decision: "approved" } });
    await db().$executeRaw`ALTER TABLE audit_event ADD CONSTRAINT broken CHECK (false) NOT VALID`;
    try {
      await expect(decide()).rejects.toThrow("broken");
    } finally {
      await db().$executeRaw`ALTER TABLE audit_event DROP CONSTRAINT broken`;
    }
    expect(await db().approval.findUnique({ where: { id: approvalId } })).toMatchObject({
      status: "pending",
    });
    expect(await db().message.count({ where: { conversationId } })).toBe(2);
    expect(await db().run.count({ where: { conversationId, status: "running" } })).toBe(0);
    await decide();
  });
});

describe("a violation of a memory policy", () => {
  const row = (runId: string, seq: number) => ({
    actorId: null,
    subjectId: person.userId,
    outcome: "denied",
    target: `run:${runId}`,
    detail: { seq },
  });

  it("is on record once with its event, however often that is stored", async () => {
    const { runId } = await begin();
    const events = eventsOf(runId, [{ type: "status.changed", status: "starting" }, VIOLATED]);
    const connect = vi.spyOn(pool(), "connect");
    await appendRunEvents(LEASE_OWNER, events, () => person.userId);
    expect(connect).toHaveBeenCalledTimes(1);
    await appendRunEvents(LEASE_OWNER, events);
    expect(await rowsOf(runId, "policy.violated")).toEqual([row(runId, 2)]);
  });

  it("is on record where the end of the run stores it", async () => {
    const turn = await begin();
    const connect = vi.spyOn(pool(), "connect");
    await finish(turn, [VIOLATED], { ending: "failed", reason: "policy-violation" });
    expect(connect).toHaveBeenCalledTimes(1);
    const { runId } = turn;
    expect(await rowsOf(runId, "policy.violated")).toEqual([row(runId, 1)]);
    expect(await rowsOf(runId, "run.ended")).toMatchObject([
      { actorId: person.userId, detail: { status: "failed", reason: "policy-violation" } },
    ]);
  });

  it("is not on record for a run that another server holds", async () => {
    const { runId } = await begin();
    await appendRunEvents("another-process", eventsOf(runId, [VIOLATED]));
    expect(await rowsOf(runId, "policy.violated")).toEqual([]);
  });
});
