/** A temporary chat is nowhere but on its own page, and is gone when that is closed or silent. */
import { describe, expect, it } from "vitest";
import type { Actor } from "../../../access/actor.ts";
import { db } from "../../client.ts";
import { sweepDatabase } from "../../testing/sweep-database.ts";
import { createPerson, newTurn, provideTestDatabase } from "../../testing/turn-fixtures.ts";
import { createTurn } from "../../turns/create-turn.ts";
import { exportConversation, exportConversations } from "../export-conversations.ts";
import { getConversation } from "../get-conversation.ts";
import { listConversations } from "../list-conversations.ts";
import { eraseDeleted } from "./erase-deleted.ts";
import { organiseConversations } from "./organise-conversations.ts";
import { closeTemporary, expireTemporary, keepTemporary } from "./temporary-chats.ts";

provideTestDatabase();

async function begin(actor: Actor, text: string, isTemporary = true) {
  const begun = await createTurn(actor, newTurn({ text, isTemporary }));
  if (!begun.ok || begun.repeated) throw new Error("the turn did not begin");
  return begun.turn;
}

async function end({ runId, answerMessageId }: { runId: string; answerMessageId: string }) {
  const endedAt = new Date();
  await db().run.update({ where: { id: runId }, data: { status: "complete", endedAt } });
  await db().message.update({ where: { id: answerMessageId }, data: { ending: "complete" } });
}

const refused = { code: "not-found" };
const expiryOf = async (id: string) =>
  Number((await db().conversation.findUniqueOrThrow({ where: { id } })).expiresAt);

/** Expects a chat to expire so long after a moment between `from` and now. */
async function expectExpiry(id: string, afterMs: number, from: number): Promise<void> {
  const counted = (await expiryOf(id)) - afterMs;
  // The database rounds to a millisecond.
  expect(counted).toBeGreaterThanOrEqual(from - 1);
  expect(counted).toBeLessThanOrEqual(Date.now() + 1);
}

describe("a temporary chat", () => {
  it("is in no list and no export, and cannot be organised", async () => {
    const actor = await createPerson();
    const turn = await begin(actor, "zqhushed");
    const { conversationId } = turn;
    await end(turn);
    expect((await getConversation(actor, conversationId)).isTemporary).toBe(true);
    for (const isArchived of [false, true])
      expect((await listConversations(actor, { isArchived })).conversations).toEqual([]);
    await expect(exportConversation(actor, conversationId)).rejects.toMatchObject(refused);
    for await (const _ of exportConversations(actor)) expect.unreachable();
    for (const change of [{ to: "archived" }, { to: "renamed", title: "zq" }] as const)
      await expect(
        organiseConversations(actor, { conversationIds: [conversationId], change }),
      ).rejects.toMatchObject(refused);
  });

  it("goes on where it began temporary, and a lasting one stays lasting", async () => {
    const actor = await createPerson();
    const { conversationId, ...turn } = await begin(actor, "zqlasting", false);
    await end(turn);
    await createTurn(actor, newTurn({ conversationId, isTemporary: true }));
    expect((await getConversation(actor, conversationId)).isTemporary).toBe(false);
    await expect(closeTemporary(actor, conversationId)).rejects.toMatchObject(refused);
    await expect(keepTemporary(actor, conversationId, "left")).rejects.toMatchObject(refused);
  });

  it("is erased for good when it is closed, under its own rule, and cannot be undone", async () => {
    const actor = await createPerson();
    const turn = await begin(actor, "zqclosed");
    const { conversationId } = turn;
    await end(turn);
    expect((await sweepDatabase(["zqclosed"])).zqclosed).not.toEqual([]);
    expect(await closeTemporary(actor, conversationId)).toEqual([]);
    await expect(getConversation(actor, conversationId)).rejects.toMatchObject(refused);
    const change = { to: "undeleted" } as const;
    await expect(
      organiseConversations(actor, { conversationIds: [conversationId], change }),
    ).rejects.toMatchObject(refused);
    expect(await eraseDeleted()).toEqual([conversationId]);
    expect((await sweepDatabase(["zqclosed"])).zqclosed).toEqual([]);
    const row = await db().auditEvent.findFirstOrThrow({
      where: { target: `conversation:${conversationId}`, action: "conversation.erased" },
    });
    expect(row).toMatchObject({ actorId: actor.userId, detail: { rule: "temporary" } });
  });

  it("waits for the answer that is being written to stop", async () => {
    const actor = await createPerson();
    const turn = await begin(actor, "zqrunning");
    expect(await closeTemporary(actor, turn.conversationId)).toEqual([turn.runId]);
    const run = await db().run.findUniqueOrThrow({ where: { id: turn.runId } });
    expect(run.stopRequestedAt).not.toBeNull();
    expect(await eraseDeleted()).toEqual([]);
    await end(turn);
    expect(await eraseDeleted()).toEqual([turn.conversationId]);
  });

  it("has a minute after its page left, and ten after the last sign of life", async () => {
    const actor = await createPerson();
    const from = Date.now();
    const { conversationId, ...turn } = await begin(actor, "zqleft");
    await end(turn);
    await expectExpiry(conversationId, 600_000, from);
    const left = Date.now();
    await keepTemporary(actor, conversationId, "left");
    await expectExpiry(conversationId, 60_000, left);
    expect(await expireTemporary()).toEqual([]);
    const back = Date.now();
    await keepTemporary(actor, conversationId, "open");
    await expectExpiry(conversationId, 600_000, back);
    expect(await eraseDeleted()).toEqual([]);
    await db().conversation.update({
      where: { id: conversationId },
      data: { expiresAt: new Date(Date.now() - 1_000) },
    });
    await expireTemporary();
    await expect(keepTemporary(actor, conversationId, "open")).rejects.toMatchObject(refused);
    expect(await eraseDeleted()).toEqual([conversationId]);
  });

  it("is nobody else's to keep or to close", async () => {
    const owner = await createPerson();
    const { conversationId } = await begin(owner, "zqmine");
    const before = await expiryOf(conversationId);
    for (const other of [await createPerson(), await createPerson("admin")]) {
      await expect(closeTemporary(other, conversationId)).rejects.toMatchObject(refused);
      await expect(keepTemporary(other, conversationId, "left")).rejects.toMatchObject(refused);
    }
    expect(await expiryOf(conversationId)).toBe(before);
  });
});
