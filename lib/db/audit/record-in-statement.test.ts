/** Decisions and violations are on record in the statement that stores them, and in no further round trip. */
import { hash, randomUUID } from "node:crypto";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Actor } from "../../access/actor.ts";
import type { LogEventBody } from "../../contracts/run/log-event.ts";
import { db, kysely, pool } from "../client.ts";
import { appendRunEvents } from "../runs/append-run-events.ts";
import {
  beginTurn,
  createPerson,
  eventsOf,
  finishTurn,
  LEASE_OWNER,
  NO_LIMITS,
  newTurn,
  provideTestDatabase,
} from "../testing/turn-fixtures.ts";
import { getApproval } from "../turns/approvals/get-approval.ts";
import { signApprovals } from "../turns/approvals/sign-approvals.ts";
import { type CreateTurn, createTurn } from "../turns/create-turn.ts";
import { createRetry } from "../turns/replace/replace-answer.ts";
import { areSigned } from "./runs/own-states.ts";

provideTestDatabase();

// As a server does when it starts: a turn no longer asks whether all are signed.
beforeAll(async () => {
  expect(await signApprovals()).toBe(true);
  expect(await areSigned("approvals", kysely())).toBe(true);
});

let person: Actor;
beforeEach(async () => {
  person = await createPerson();
});
afterEach(() => {
  vi.restoreAllMocks();
});

const begin = (more: Partial<CreateTurn> = {}) => beginTurn(person, more);

/** A turn that asks a question and ends. */
async function ask() {
  const turn = await begin();
  const approvalId = randomUUID();
  const open = { tool: "delete_person", resume: { id: "call_1" }, question: "Delete Ada?" };
  await finishTurn(turn, [], {
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

  it("is on record with a digest of what its person changed, and with no word of it", async () => {
    const { turn, approvalId } = await ask();
    const { conversationId, runId } = turn;
    const connect = vi.spyOn(pool(), "connect");
    const changed = '{"salt":"1","changes":["zqchanged"]}';
    const approval = { id: approvalId, decision: "approved" as const, changed };
    const decided = await begin({ conversationId, approval });
    expect(connect).toHaveBeenCalledTimes(1);
    expect(decided.approval).toMatchObject({ approvalId, changed });
    const detail = { approvalId, decision: "approved", changed: hash("sha256", changed) };
    expect(await rowsOf(runId, "approval.decided")).toMatchObject([{ detail }]);
    expect(await db().approval.findFirst({ where: { id: approvalId } })).toMatchObject({ changed });
  });

  it("changes nothing of the other questions that wait, nor of one that was decided", async () => {
    const { turn, approvalId } = await ask();
    const { conversationId, runId, answerMessageId } = turn;
    const id = randomUUID();
    const asked = { agentId: "users", tool: "x", question: "?", resume: {} };
    await db().approval.create({
      data: { ...asked, id, conversationId, runId, answerMessageId },
    });
    const approval = { id: approvalId, decision: "approved" as const, changed: "1" };
    const decided = await begin({ conversationId, approval });
    await finishTurn(decided, []);
    expect(await db().approval.findFirst({ where: { id } })).toMatchObject({
      status: "expired",
      changed: null,
    });
    const again = { ...newTurn({ conversationId }), approval: { ...approval, changed: "2" } };
    expect(await createTurn(person, again)).toEqual({ ok: false, reason: "not-found" });
    expect(await db().approval.findFirst({ where: { id: approvalId } })).toMatchObject({
      changed: "1",
    });
  });

  it("is one where two tabs decide at once with different values", async () => {
    const { turn, approvalId } = await ask();
    const { conversationId, runId } = turn;
    const both = ["one", "other"].map((changed) =>
      createTurn(person, {
        ...newTurn({ conversationId, clientMessageId: approvalId }),
        approval: { id: approvalId, decision: "approved", changed },
      }),
    );
    const results = await Promise.all(both);
    const first = results.findIndex((result) => result.ok && !result.repeated);
    expect(results.filter((result) => result.ok && !result.repeated)).toHaveLength(1);
    expect(await rowsOf(runId, "approval.decided")).toHaveLength(1);
    expect(await db().approval.findFirst({ where: { id: approvalId } })).toMatchObject({
      changed: ["one", "other"][first],
    });
  });

  it("is not another person's", async () => {
    const { turn, approvalId } = await ask();
    const stranger = await createPerson();
    await expect(getApproval(stranger, approvalId)).rejects.toMatchObject({ code: "not-found" });
    const approval = { id: approvalId, decision: "approved" as const, changed: "1" };
    const { conversationId } = turn;
    expect(await createTurn(stranger, newTurn({ conversationId, approval }))).toEqual({
      ok: false,
      reason: "not-found",
    });
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
    await finishTurn(turn, [VIOLATED], { ending: "failed", reason: "policy-violation" });
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
