/** What is older than the days that its class is kept goes; what is younger stays; each deletion is on record. */
import { randomUUID } from "node:crypto";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { settings } from "../../../env/settings.ts";
import { openFindings } from "../../audit/found/trail-findings.ts";
import { checkRuns } from "../../audit/runs/read-runs.ts";
import { db } from "../../client.ts";
import { DETAILS_REDUCED_ROWS } from "../../limits.ts";
import { passDaysSince } from "../../testing/let-time-pass.ts";
import { sweepDatabase } from "../../testing/sweep-database.ts";
import { checkTrail, endRun, seal } from "../../testing/trail-fixtures.ts";
import { createPerson, newTurn, provideTestDatabase, upload } from "../../testing/turn-fixtures.ts";
import { createTurn } from "../../turns/create-turn.ts";
import { eraseConversation } from "../erase.ts";
import { applyRetention } from "./apply-retention.ts";

provideTestDatabase();

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);

/** A conversation whose last turn was so long ago, with a word in each class. */
async function talkedAt(days: number, word: string) {
  const person = await createPerson();
  const file = await upload(person, {
    name: word,
    mediaType: "text/plain",
    data: Buffer.from("x"),
  });
  const begun = await createTurn(person, newTurn({ text: word, attachmentIds: [file.id] }));
  if (!begun.ok || begun.repeated) throw new Error("the turn did not begin");
  const { conversationId, runId } = begun.turn;
  const common = { id: randomUUID(), conversationId, agentId: "general" };
  await db().hiddenState.create({ data: { ...common, version: 1, state: { word }, bytes: 9 } });
  await db().contextDelta.create({
    data: {
      ...common,
      agentId: "concierge",
      ordinal: 1,
      origin: "model",
      delta: { word },
      patch: [],
      beforeSha256: "",
      afterSha256: "",
    },
  });
  const at = daysAgo(days);
  await passDaysSince(runId, at);
  await db().attachment.update({ where: { id: file.id }, data: { createdAt: at } });
  return conversationId;
}

const applied = async () => {
  const rows = await db().auditEvent.findMany({
    where: { action: "retention.applied" },
    orderBy: { at: "asc" },
  });
  return rows.map(({ detail }) => detail);
};

const runsOf = (conversationId: string) => db().run.findMany({ where: { conversationId } });

describe("retention", () => {
  it("keeps everything at 0 days", async () => {
    await talkedAt(4_000, "zqkept");
    for (const kind of ["messages", "attachments", "context-deltas", "audit"] as const)
      expect(await applyRetention(kind, 0)).toEqual({});
    expect((await sweepDatabase(["zqkept"])).zqkept).toHaveLength(4);
    expect(await applied()).toEqual([]);
  });

  it("forgets state, then its changes, then files, then the conversation, and says so", async () => {
    settings().RETENTION_CONTEXT_DELTAS_DAYS = 30;
    onTestFinished(() => {
      settings().RETENTION_CONTEXT_DELTAS_DAYS = undefined;
    });
    await talkedAt(40, "zqold");
    await talkedAt(20, "zqnew");
    await applyRetention("context-deltas", 30);
    await applyRetention("hidden-state", 30);
    await applyRetention("attachments", 30);
    expect(await sweepDatabase(["zqold", "zqnew"])).toEqual({
      zqold: ["message.content"],
      zqnew: expect.arrayContaining([
        "hidden_state.state",
        "attachment.name",
        "context_delta.delta",
      ]),
    });
    await applyRetention("messages", 30);
    expect((await sweepDatabase(["zqold"])).zqold).toEqual([]);
    expect(await applied()).toMatchObject([
      { class: "context-deltas", days: 30, rows: { context_delta: 2 } },
      { class: "hidden-state", days: 30, rows: { hidden_state: 2 } },
      { class: "attachments", days: 30, rows: { attachment: 2 } },
      { class: "messages", days: 30, rows: { message: 4, conversation: 2 } },
    ]);
    expect(await db().auditEvent.count({ where: { action: "conversation.erased" } })).toBe(2);
  });

  it("keeps what is old by the time alone that the database can set, and says so", async () => {
    const [young, ended] = [await talkedAt(20, "zqbackdated"), await talkedAt(20, "zqmoved")];
    const begun = await createTurn(await createPerson(), newTurn({ text: "zqnoend" }));
    if (!begun.ok || begun.repeated) throw new Error("the turn did not begin");
    const { conversationId: noEnd, runId } = begun.turn;
    await db().run.update({ where: { id: runId }, data: { status: "complete" } });
    const ids = [young, ended, noEnd];
    const updatedAt = new Date("2000-01-01");
    await db().conversation.updateMany({ where: { id: { in: ids } }, data: { updatedAt } });
    const runs = { runId: { in: (await runsOf(ended)).map(({ id }) => id) } };
    await db().auditEvent.updateMany({ where: runs, data: { at: updatedAt } });
    for (const kind of ["context-deltas", "messages"] as const) await applyRetention(kind, 30);
    expect(await db().conversation.count({ where: { id: { in: ids } } })).toBe(3);
    expect(await db().contextDelta.count({ where: { conversationId: young } })).toBe(1);
    const told = (await openFindings()).map(({ fault, name }) => `${fault} ${name ?? ""}`);
    expect(told).toEqual(
      expect.arrayContaining(ids.map((id) => `conversation-edited conversation:${id}`)),
    );
    for (const id of ids) await eraseConversation(null, id);
  });

  it("forgets changes with their state by default, says so, and keeps those of others", async () => {
    const old = await talkedAt(40, "zqforgotten");
    const young = await talkedAt(20, "zqremembered");
    const { id } = await db().contextDelta.findFirstOrThrow({ where: { conversationId: young } });
    await applyRetention("hidden-state", 30);
    expect(await db().contextDelta.count({ where: { conversationId: old } })).toBe(0);
    expect(await db().contextDelta.count({ where: { id } })).toBe(1);
    const rows = { hidden_state: 1, context_delta: 1 };
    expect((await applied()).at(-1)).toMatchObject({ class: "hidden-state", days: 30, rows });
    await eraseConversation(null, old);
    await eraseConversation(null, young);
  });

  it("keeps the changes of an agent whose state is still there", async () => {
    const conversationId = await talkedAt(40, "zqstate");
    await db().contextDelta.updateMany({ where: { conversationId }, data: { agentId: "general" } });
    expect(await applyRetention("context-deltas", 30)).toEqual({ context_delta: 0 });
    expect(await db().contextDelta.count({ where: { conversationId } })).toBe(1);
  });

  const eventsOf = (runId: string) => db().runEvent.count({ where: { runId } });
  const payloadsOf = async (runId: string) => {
    const rows = await db().runEvent.findMany({ where: { runId }, select: { payload: true } });
    return rows.filter(({ payload }) => payload !== null).length;
  };

  it("leaves the events of old logs, and a seal that holds", async () => {
    const old = await endRun(seal);
    const young = await endRun(seal);
    await db().run.update({ where: { id: old.runId }, data: { endedAt: daysAgo(40) } });
    const events = await eventsOf(old.runId);
    expect(await payloadsOf(old.runId)).toBe(events);
    expect(await applyRetention("log-payloads", 30)).toEqual({ run_event: events });
    expect(await applyRetention("log-payloads", 30)).toEqual({ run_event: 0 });
    expect([await eventsOf(old.runId), await payloadsOf(old.runId)]).toEqual([events, 0]);
    expect(await payloadsOf(young.runId)).toBe(await eventsOf(young.runId));
    await seal();
    expect(await checkRuns()).toMatchObject({ ok: true, erased: 1 });
    expect(await checkTrail()).toMatchObject({ ok: true });
  });

  it("waits for the seal of a log", async () => {
    const { runId } = await endRun(async () => null);
    await db().run.update({ where: { id: runId }, data: { endedAt: daysAgo(40) } });
    expect(await applyRetention("log-payloads", 30)).toEqual({ run_event: 0 });
    await seal();
    const events = await eventsOf(runId);
    expect(await applyRetention("log-payloads", 30)).toEqual({ run_event: events });
    expect(await checkRuns()).toMatchObject({ ok: true });
  });

  it("makes commitments of more details than fit into one batch", async () => {
    await db().$executeRaw`
      INSERT INTO audit_event (id, at, action, target, outcome, detail)
      SELECT gen_random_uuid(), now() - interval '400 days', 'run.inspected', 'run:x', 'allowed', '{"part":"run"}'
      FROM generate_series(1, ${DETAILS_REDUCED_ROWS + 10}::int)`;
    expect(await applyRetention("audit", 300)).toEqual({ audit_event: DETAILS_REDUCED_ROWS + 10 });
    while ((await seal()).hasMore);
    expect(await checkTrail()).toMatchObject({ ok: true });
  });

  it("makes commitments of old details, but of no tombstone, and the trail verifies", async () => {
    await seal();
    // Ends of the conversations above.
    await applyRetention("audit", 1);
    vi.useFakeTimers({ toFake: ["Date"], now: daysAgo(40) });
    const young = await applyRetention("audit", 1);
    expect(young).toEqual({ audit_event: 0 });
    await endRun(async () => null);
    vi.useRealTimers();
    await seal();
    expect(await applyRetention("audit", 30)).toEqual({ audit_event: 1 });
    const [row] = await db().auditEvent.findMany({
      where: { detailCommitment: { not: null }, target: { not: "run:x" } },
    });
    expect(row).toMatchObject({ action: "run.ended", detail: {} });
    expect(row?.detailCommitment).toHaveLength(32);
    await seal();
    expect(await checkTrail()).toMatchObject({ ok: true });
    expect(await checkRuns()).toMatchObject({ ok: true });
  });
});
