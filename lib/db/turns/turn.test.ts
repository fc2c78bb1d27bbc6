import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { Actor } from "../../access/actor.ts";
import { NO_ARTIFACTS } from "../../contracts/run/run-work.ts";
import { db } from "../client.ts";
import { getConversation } from "../conversations/get-conversation.ts";
import { listConversations } from "../conversations/list-conversations.ts";
import { appendRunEvents } from "../runs/append-run-events.ts";
import { finishRun } from "../runs/finish/finish-run.ts";
import { getRunSnapshot } from "../runs/get-run-snapshot.ts";
import { renewLeases, requestStop } from "../runs/lease/leases.ts";
import { findOrphanedRuns, interruptOrphanedRuns } from "../runs/lease/sweep-expired-runs.ts";
import {
  beginTurn,
  createPerson,
  eventsOf,
  LEASE_OWNER,
  NO_LIMITS,
  NO_TOTALS,
  newTurn,
  provideTestDatabase,
  upload,
} from "../testing/turn-fixtures.ts";
import { createTurn } from "./create-turn.ts";
import type { CreatedTurn } from "./created-turn.ts";
import { createRetry } from "./replace/replace-answer.ts";

async function sweepExpiredRuns(): Promise<string[]> {
  return interruptOrphanedRuns((await findOrphanedRuns()).map(({ id }) => id));
}

provideTestDatabase();

const finish = (turn: CreatedTurn, overrides = {}) =>
  finishRun({
    runId: turn.runId,
    userId: turn.userId,
    leaseOwner: LEASE_OWNER,
    ending: "complete",
    reason: null,
    answer: "An answer",
    totals: NO_TOTALS,
    events: eventsOf(turn.runId, [{ type: "run.ended", ending: "complete", reason: null }], 9),
    ...NO_ARTIFACTS,
    ...overrides,
  });

describe("createTurn", () => {
  it("numbers the versions of a message by its own, whatever other conversations have", async () => {
    const actor = await createPerson();
    const elsewhere = await beginTurn(actor);
    await db().message.update({ where: { id: elsewhere.userMessageId }, data: { branch: 32_767 } });
    const { conversationId, ...first } = await beginTurn(actor);
    await finish({ conversationId, ...first });
    let editedId = first.userMessageId;
    for (const branch of [1, 2]) {
      const edited = await beginTurn(actor, { conversationId, editedId });
      await finish(edited);
      editedId = edited.userMessageId;
      expect(await db().message.findUnique({ where: { id: editedId } })).toMatchObject({ branch });
    }
  });

  it("writes the message, the empty answer and the run together", async () => {
    const actor = await createPerson();
    const turn = await beginTurn(actor);
    const { messages } = await getConversation(actor, turn.conversationId);
    expect(
      messages.map(({ role, content, ending, liveRunId }) => [role, content, ending, liveRunId]),
    ).toEqual([
      ["user", "Hello", null, null],
      ["assistant", "", null, turn.runId],
    ]);
    expect((await listConversations(actor)).conversations[0]?.id).toBe(turn.conversationId);
  });

  it("makes one message of a send that arrives twice, also at the same time", async () => {
    const actor = await createPerson();
    const input = newTurn();
    const results = await Promise.all([
      createTurn(actor, input),
      createTurn(actor, input),
      createTurn(actor, input),
    ]);
    const runIds = new Set(
      results.map((result) => (result.ok ? result.turn.runId : result.reason)),
    );
    expect(runIds.size).toBe(1);
    expect(await db().message.count({ where: { clientMessageId: input.clientMessageId } })).toBe(1);
  });

  it("lets one run be active per conversation, even in a race", async () => {
    const actor = await createPerson();
    const { conversationId, ...first } = await beginTurn(actor);
    await finish({ conversationId, ...first });
    const results = await Promise.all(
      [1, 2, 3].map(() => createTurn(actor, newTurn({ conversationId }))),
    );
    expect(results.filter((result) => result.ok)).toHaveLength(1);
    expect(results.filter((result) => !result.ok && result.reason === "run-active")).toHaveLength(
      2,
    );
  });

  it("does not let anybody into another person's conversation", async () => {
    const { conversationId } = await beginTurn(await createPerson());
    const stranger = await createPerson();
    expect(await createTurn(stranger, newTurn({ conversationId }))).toEqual({
      ok: false,
      reason: "not-found",
    });
    await expect(getConversation(stranger, conversationId)).rejects.toMatchObject({
      code: "not-found",
    });
  });

  it("attaches the person's own files only", async () => {
    const [actor, stranger] = [await createPerson(), await createPerson()];
    const file = { name: "a.txt", mediaType: "text/plain", data: new Uint8Array([65]) };
    const [mine, theirs] = [await upload(actor, file), await upload(stranger, file)];
    expect(await createTurn(actor, newTurn({ attachmentIds: [theirs.id] }))).toMatchObject({
      ok: false,
    });
    const turn = await beginTurn(actor, { attachmentIds: [mine.id] });
    const known = {
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      createdAt: expect.any(String),
    };
    expect(turn.files).toEqual([{ ...mine, ...known, position: 1, current: true }]);
    const { messages } = await getConversation(actor, turn.conversationId);
    expect(messages[0]?.attachments).toEqual([mine]);
  });
});

describe("a run's log", () => {
  it("takes events from the lease's owner only", async () => {
    const actor = await createPerson();
    const turn = await beginTurn(actor);
    const events = eventsOf(turn.runId, [{ type: "answer.delta", offset: 0, text: "mine" }]);
    expect(await appendRunEvents("another-process", events)).toEqual(new Set());
    expect(await appendRunEvents(LEASE_OWNER, events)).toEqual(new Set([turn.runId]));
    expect(await getRunSnapshot(actor, turn.runId)).toMatchObject({ text: "mine", ending: null });
  });

  it("stores repeated events once", async () => {
    const actor = await createPerson();
    const turn = await beginTurn(actor);
    const events = eventsOf(turn.runId, [{ type: "answer.delta", offset: 0, text: "once" }]);
    await appendRunEvents(LEASE_OWNER, events);
    await appendRunEvents(LEASE_OWNER, events);
    expect((await getRunSnapshot(actor, turn.runId)).text).toBe("once");
    expect(await finish(turn, { answer: "once", events })).toBe(true);
    expect(await getRunSnapshot(actor, turn.runId)).toMatchObject({
      text: "once",
      ending: "complete",
    });
  });

  it("replaces characters that PostgreSQL cannot store", async () => {
    const actor = await createPerson();
    const turn = await beginTurn(actor);
    const text = "a\0b\ud800c 😀";
    await appendRunEvents(
      LEASE_OWNER,
      eventsOf(turn.runId, [{ type: "answer.delta", offset: 0, text }]),
    );
    expect((await getRunSnapshot(actor, turn.runId)).text).toBe("ab\ufffdc 😀");
  });

  it("is closed to strangers", async () => {
    const turn = await beginTurn(await createPerson());
    const stranger = await createPerson();
    await expect(getRunSnapshot(stranger, turn.runId)).rejects.toMatchObject({ code: "not-found" });
    await expect(requestStop(stranger, turn.runId)).rejects.toMatchObject({ code: "not-found" });
  });
});

describe("finishRun", () => {
  it("ends message and run, and keeps new state and what was quarantined", async () => {
    const actor = await createPerson();
    const first = await beginTurn(actor);
    const state = { agentId: "general", version: 1, state: { some: "state" }, bytes: 16 };
    expect(await finish(first, { newStates: [state] })).toBe(true);
    const { conversationId } = first;
    const second = await beginTurn(actor, { conversationId });
    expect(second.states.general).toMatchObject({ version: 1, state: { some: "state" } });
    const quarantined = [{ agentId: "general", version: 1, reason: "broken" }];
    await finish(second, { quarantined, newStates: [{ ...state, version: 2 }] });
    const third = await beginTurn(actor, { conversationId });
    expect(third.states.general?.version).toBe(2);
    expect(
      await db().hiddenState.count({ where: { conversationId, quarantinedReason: "broken" } }),
    ).toBe(1);
  });

  it("writes nothing if the lease was lost", async () => {
    const actor = await createPerson();
    const turn = await beginTurn(actor);
    expect(await finish(turn, { leaseOwner: "another-process" })).toBe(false);
    expect((await getRunSnapshot(actor, turn.runId)).ending).toBeNull();
  });
});

describe("sweepExpiredRuns", () => {
  it("turns the run of a dead process into interrupted and keeps what its log holds", async () => {
    const actor = await createPerson();
    const [dead, alive] = [await beginTurn(actor, { leaseMs: -1_000 }), await beginTurn(actor)];
    const deltas = eventsOf(dead.runId, [
      { type: "status.changed", status: "thinking" },
      { type: "answer.delta", offset: 0, text: "Half an " },
      { type: "answer.delta", offset: 8, text: "answer" },
    ]);
    await appendRunEvents(LEASE_OWNER, deltas);
    expect(await sweepExpiredRuns()).toEqual([dead.runId]);
    expect(await getRunSnapshot(actor, dead.runId)).toMatchObject({
      text: "Half an answer",
      ending: "interrupted",
      seq: 2,
    });
    expect((await getRunSnapshot(actor, alive.runId)).ending).toBeNull();
    expect(await sweepExpiredRuns()).toEqual([]);
    expect(await finish(dead)).toBe(false);
  });

  it("spares a run whose heartbeat came", async () => {
    const turn = await beginTurn(await createPerson(), { leaseMs: -1_000 });
    await renewLeases(LEASE_OWNER, 15_000, [turn.runId]);
    expect(await sweepExpiredRuns()).not.toContain(turn.runId);
  });

  it("spares a run that its own process still holds, even with an expired lease", async () => {
    const turn = await beginTurn(await createPerson(), { leaseMs: -1_000 });
    const scope = { held: [turn.runId], predecessors: null };
    expect(await findOrphanedRuns(scope)).not.toContainEqual({
      id: turn.runId,
      leaseOwner: LEASE_OWNER,
    });
    expect(await interruptOrphanedRuns([turn.runId], scope)).toEqual([]);
    expect(await sweepExpiredRuns()).toContain(turn.runId);
  });

  it("finds the runs of an earlier server on the same data folder while their lease holds", async () => {
    const actor = await createPerson();
    const earlier = await beginTurn(actor, { leaseOwner: "folder:earlier" });
    const own = await beginTurn(actor, { leaseOwner: "folder:now" });
    const foreign = await beginTurn(actor, { leaseOwner: "another-folder:now" });
    const scope = { held: [], predecessors: { prefix: "folder:", owner: "folder:now" } };
    const found = (await findOrphanedRuns(scope)).map(({ id }) => id);
    expect(found).toContain(earlier.runId);
    expect(found).not.toContain(own.runId);
    expect(found).not.toContain(foreign.runId);
    const asked = [earlier, own, foreign].map(({ runId }) => runId);
    expect(await interruptOrphanedRuns(asked, scope)).toEqual([earlier.runId]);
    expect((await getRunSnapshot(actor, earlier.runId)).ending).toBe("interrupted");
  });
});

describe("createRetry", () => {
  const retry = (actor: Actor, answerMessageId: string) =>
    createRetry(actor, {
      answerMessageId,
      agentId: "general",
      leaseOwner: LEASE_OWNER,
      leaseMs: 15_000,
      limits: NO_LIMITS,
    });

  it("replaces the newest answer and keeps the person's message once", async () => {
    const actor = await createPerson();
    const turn = await beginTurn(actor, { text: "Try this" });
    await finish(turn, { ending: "failed", reason: "model-unavailable" });
    const again = await retry(actor, turn.answerMessageId);
    if (!again.ok) throw new Error(again.reason);
    expect(again.replacedRunId).toBe(turn.runId);
    expect(again.turn.text).toBe("Try this");
    const { messages } = await getConversation(actor, turn.conversationId);
    expect(messages.map((message) => message.id)).toEqual([
      turn.userMessageId,
      again.turn.answerMessageId,
    ]);
  });

  it("refuses an answer that is live, set aside, or another person's", async () => {
    const actor = await createPerson();
    const turn = await beginTurn(actor);
    const refused = { ok: false, reason: "not-retryable" };
    expect(await retry(actor, turn.answerMessageId)).toEqual(refused);
    await finish(turn);
    expect(await retry(await createPerson(), turn.answerMessageId)).toEqual(refused);
    await finish(await beginTurn(actor, { conversationId: turn.conversationId }));
    expect(await retry(actor, turn.answerMessageId)).toMatchObject({ ok: true });
    expect(await retry(actor, turn.answerMessageId)).toEqual(refused);
    expect(await retry(actor, randomUUID())).toEqual(refused);
  });
});

describe("requestStop", () => {
  it("reaches the heartbeat of the process that holds the run", async () => {
    const actor = await createPerson();
    const turn = await beginTurn(actor, { leaseOwner: "elsewhere" });
    await requestStop(actor, turn.runId);
    expect(await renewLeases("elsewhere", 15_000, [turn.runId])).toEqual([
      { id: turn.runId, stop_requested: true },
    ]);
  });
});
