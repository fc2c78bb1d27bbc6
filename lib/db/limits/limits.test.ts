import { describe, expect, it } from "vitest";
import { saveAttachment } from "../attachments/uploads.ts";
import { db, openListener } from "../client.ts";
import { eraseConversation } from "../erasure/erase.ts";
import { createPerson, NO_LIMITS, newTurn, provideTestDatabase } from "../testing/turn-fixtures.ts";
import { createTurn } from "../turns/create-turn.ts";
import { createRetry } from "../turns/replace/replace-answer.ts";
import { releaseStreamSlot, renewStreamSlots, takeStreamSlot } from "./stream-slots.ts";

provideTestDatabase();

const FEW = { ...NO_LIMITS, maxRunsAtOnce: 2, maxSendsPerMinute: 100 };

describe("runs at once", () => {
  it("are counted per person even in a race, and freed when runs end", async () => {
    const person = await createPerson();
    const send = () => createTurn(person, newTurn({ limits: FEW }));
    const results = await Promise.all([send(), send(), send(), send()]);
    const begun = results.flatMap((result) => (result.ok ? [result.turn] : []));
    expect(begun).toHaveLength(2);
    expect(results.filter(({ ok }) => !ok)).toEqual([
      { ok: false, reason: "too-many-runs" },
      { ok: false, reason: "too-many-runs" },
    ]);
    expect(await createTurn(await createPerson(), newTurn({ limits: FEW }))).toMatchObject({
      ok: true,
    });
    const [first] = begun;
    await db().run.update({ where: { id: first?.runId }, data: { status: "failed" } });
    await db().message.update({
      where: { id: first?.answerMessageId },
      data: { ending: "failed" },
    });
    const lease = { agentId: "general", leaseOwner: "here", leaseMs: 15_000 };
    const retry = { answerMessageId: first?.answerMessageId ?? "", ...lease };
    expect(await createRetry(person, { ...retry, limits: FEW })).toMatchObject({ ok: true });
    expect(await send()).toEqual({ ok: false, reason: "too-many-runs" });
  });

  it("fill every slot when many start at the same moment, and name the right limit to the rest", async () => {
    const person = await createPerson();
    const limits = { ...NO_LIMITS, maxRunsAtOnce: 10, maxSendsPerMinute: 100 };
    const results = await Promise.all(
      Array.from({ length: 20 }, () => createTurn(person, newTurn({ limits }))),
    );
    expect(results.filter(({ ok }) => ok)).toHaveLength(10);
    const reasons = results.flatMap((result) => (result.ok ? [] : [result.reason]));
    expect(reasons).toEqual(Array(10).fill("too-many-runs"));
  });

  it("are fewer than what may be sent in a minute", async () => {
    const person = await createPerson();
    const limits = { ...NO_LIMITS, maxRunsAtOnce: 100, maxSendsPerMinute: 3 };
    const send = () => createTurn(person, newTurn({ limits }));
    for (const _ of [1, 2, 3]) expect(await send()).toMatchObject({ ok: true });
    expect(await send()).toEqual({ ok: false, reason: "too-many-sends" });
    const before = new Date(Date.now() - 61_000);
    await db().run.updateMany({ where: { userId: person.userId }, data: { startedAt: before } });
    expect(await send()).toMatchObject({ ok: true });
  });

  it("count in their minute although their conversation is erased", async () => {
    const person = await createPerson();
    const limits = { ...NO_LIMITS, maxSendsPerMinute: 2 };
    const first = newTurn({ limits, isTemporary: true });
    const begun = await createTurn(person, first);
    if (!begun.ok) throw new Error(begun.reason);
    await db().run.update({ where: { id: begun.turn.runId }, data: { status: "complete" } });
    expect(await eraseConversation(null, begun.turn.conversationId)).toMatchObject({ ok: true });
    const send = () => createTurn(person, newTurn({ limits }));
    expect(await send()).toMatchObject({ ok: true });
    expect(await send()).toEqual({ ok: false, reason: "too-many-sends" });
    await db().$executeRaw`UPDATE audit_event SET at = now() - interval '61 seconds'
      WHERE subject_id = ${person.userId} AND action = 'conversation.erased'`;
    expect(await send()).toMatchObject({ ok: true });
  });
});

describe("a message's parent", () => {
  it("is the answer before a question, and the question of an answer, in branches", async () => {
    const person = await createPerson();
    const first = await createTurn(person, newTurn());
    if (!first.ok || first.repeated) throw new Error("the turn did not begin");
    const { conversationId, userMessageId, answerMessageId, runId } = first.turn;
    await db().run.update({ where: { id: runId }, data: { status: "failed" } });
    await db().message.update({ where: { id: answerMessageId }, data: { ending: "failed" } });
    const lease = { agentId: "general", leaseOwner: "here", leaseMs: 15_000 };
    const again = await createRetry(person, { answerMessageId, ...lease, limits: FEW });
    if (!again.ok) throw new Error(again.reason);
    await db().run.update({ where: { id: again.turn.runId }, data: { status: "complete" } });
    const second = await createTurn(person, newTurn({ conversationId }));
    if (!second.ok) throw new Error(second.reason);
    const select = { id: true, parentId: true, branch: true };
    const rows = await db().message.findMany({
      where: { conversationId },
      orderBy: { ordinal: "asc" },
      select,
    });
    expect(rows).toEqual([
      { id: userMessageId, parentId: null, branch: 0 },
      { id: answerMessageId, parentId: userMessageId, branch: 0 },
      { id: again.turn.answerMessageId, parentId: userMessageId, branch: 1 },
      { id: second.turn.userMessageId, parentId: again.turn.answerMessageId, branch: 0 },
      { id: second.turn.answerMessageId, parentId: second.turn.userMessageId, branch: 0 },
    ]);
  });
});

describe("stream slots", () => {
  const here = { instanceId: "here", max: 2, leaseMs: 60_000 };

  it("are limited over all instances together, even in a race", async () => {
    const person = await createPerson();
    const there = { ...here, instanceId: "there" };
    const slots = await Promise.all([here, there, here].map((at) => takeStreamSlot(person, at)));
    expect(slots.toSorted()).toEqual([0, 1, null]);
    expect(await takeStreamSlot(await createPerson(), here)).toBe(0);
  });

  it("are all taken when many streams open at the same moment", async () => {
    const person = await createPerson();
    const slots = await Promise.all(
      Array.from({ length: 30 }, () => takeStreamSlot(person, { ...here, max: 20 })),
    );
    expect(slots.filter((slot) => slot !== null)).toHaveLength(20);
    expect(new Set(slots)).toHaveProperty("size", 21);
  });

  it("are free once released, or once their lease is over", async () => {
    const person = await createPerson();
    const short = { ...here, instanceId: "gone", leaseMs: -1_000 };
    expect(await takeStreamSlot(person, short)).toBe(0);
    expect(await takeStreamSlot(person, here)).toBe(0);
    expect(await takeStreamSlot(person, here)).toBe(1);
    await releaseStreamSlot(person, { instanceId: "gone", slot: 0 });
    expect(await takeStreamSlot(person, here)).toBeNull();
    await releaseStreamSlot(person, { instanceId: "here", slot: 0 });
    expect(await takeStreamSlot(person, here)).toBe(0);
  });

  it("are held as long as their instance renews them", async () => {
    const person = await createPerson();
    await takeStreamSlot(person, { ...here, max: 1, leaseMs: 5_000 });
    const until = async () =>
      (await db().streamSlot.findFirstOrThrow({ where: { userId: person.userId } })).leaseUntil;
    const before = await until();
    await renewStreamSlots("here", 600_000);
    expect((await until()).getTime()).toBeGreaterThan(before.getTime());
  });

  it("are removed once nobody renews them", async () => {
    const person = await createPerson();
    await takeStreamSlot(person, { ...here, instanceId: "gone", leaseMs: -1_000 });
    await renewStreamSlots("here", 60_000);
    expect(await db().streamSlot.count({ where: { userId: person.userId } })).toBe(0);
  });
});

describe("uploads of a day", () => {
  const upload = { name: "a.txt", mediaType: "text/plain", data: new Uint8Array(600) };

  it("are counted in bytes per person, even in a race", async () => {
    const person = await createPerson();
    const quota = { maxBytesPerDay: 1_000 };
    const save = () => saveAttachment(person, upload, quota);
    const saved = await Promise.all([save(), save()]);
    expect(saved.filter(({ ok }) => ok)).toHaveLength(1);
    expect(saved).toContainEqual({ ok: false, reason: "quota" });
    const yesterday = new Date(Date.now() - 25 * 3_600_000);
    const owned = { ownerId: person.userId };
    await db().attachment.updateMany({ where: owned, data: { createdAt: yesterday } });
    expect(await save()).toMatchObject({ ok: true });
  });

  it("do not count the documents that the assistant wrote", async () => {
    const person = await createPerson();
    const begun = await createTurn(person, newTurn());
    if (!begun.ok || begun.repeated) throw new Error("the turn did not begin");
    const quota = { maxBytesPerDay: 1_000 };
    const written = await saveAttachment(person, upload, quota);
    if (!written.ok) throw new Error(written.reason);
    const { conversationId, answerMessageId: messageId } = begun.turn;
    const where = { id: written.attachment.id };
    await db().attachment.update({ where, data: { conversationId, messageId } });
    expect(await saveAttachment(person, upload, quota)).toMatchObject({ ok: true });
    expect(await saveAttachment(person, upload, quota)).toEqual({ ok: false, reason: "quota" });
  });

  it("of one person hold one connection, however many wait", async () => {
    const person = await createPerson();
    const other = openListener();
    await other.connect();
    await other.query("BEGIN");
    await other.query(`SELECT FROM "user" WHERE id = $1 FOR UPDATE`, [person.userId]);
    const quota = { maxBytesPerDay: 1_000_000 };
    const uploads = Array.from({ length: 30 }, () => saveAttachment(person, upload, quota));
    // With every connection of the pool waiting, this would wait, too.
    expect(await db().attachment.count({ where: { ownerId: person.userId } })).toBe(0);
    await other.query("COMMIT");
    await other.end();
    expect((await Promise.all(uploads)).filter(({ ok }) => ok)).toHaveLength(30);
  });
});
