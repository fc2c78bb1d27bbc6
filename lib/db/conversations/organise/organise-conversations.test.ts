import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { Actor } from "../../../access/actor.ts";
import type { Change } from "../../../contracts/public/organise/organise.ts";
import { db } from "../../client.ts";
import { passUndoOf } from "../../testing/let-time-pass.ts";
import { createPerson, newTurn, provideTestDatabase } from "../../testing/turn-fixtures.ts";
import { createTurn } from "../../turns/create-turn.ts";
import { getConversation } from "../get-conversation.ts";
import { listConversations } from "../list-conversations.ts";
import { eraseDeleted } from "./erase-deleted.ts";
import { organiseConversations } from "./organise-conversations.ts";

provideTestDatabase();

async function converse(actor: Actor, ending = "complete"): Promise<string> {
  const begun = await createTurn(actor, newTurn({}));
  if (!begun.ok || begun.repeated) throw new Error("the turn did not begin");
  const { runId: id, conversationId, answerMessageId } = begun.turn;
  if (ending === "running") return conversationId;
  const endedAt = new Date(Date.now() - 60_000);
  await db().run.update({ where: { id }, data: { status: ending, endedAt } });
  await db().message.update({ where: { id: answerMessageId }, data: { ending } });
  return conversationId;
}

const organise = (actor: Actor, change: Change, ...conversationIds: string[]) =>
  organiseConversations(actor, { conversationIds, change });
const shown = async (actor: Actor, isArchived = false) =>
  (await listConversations(actor, { isArchived })).conversations;

describe("a person's conversations", () => {
  it("are renamed, pinned and archived, and none of it moves one in the list", async () => {
    const actor = await createPerson();
    const [first, second] = [await converse(actor), await converse(actor)];
    await organise(actor, { to: "renamed", title: "Plans" }, first);
    expect((await shown(actor)).map(({ title }) => title)).toEqual(["Hello", "Plans"]);
    await organise(actor, { to: "pinned" }, first);
    expect((await shown(actor)).map(({ id, isPinned }) => [id, isPinned])).toEqual([
      [first, true],
      [second, false],
    ]);
    await organise(actor, { to: "archived" }, first, second);
    expect(await shown(actor)).toEqual([]);
    expect(await shown(actor, true)).toHaveLength(2);
    await organise(actor, { to: "unarchived" }, second);
    expect((await shown(actor)).map(({ id }) => id)).toEqual([second]);
  });

  it("are all reached, part by part", async () => {
    const actor = await createPerson();
    const conversations = Array.from({ length: 120 }, (_, n) => ({
      id: randomUUID(),
      userId: actor.userId,
      title: `${n}`,
      updatedAt: new Date(Date.UTC(2026, 0, 1) + Math.floor(n / 3) * 1_000),
    }));
    await db().conversation.createMany({ data: conversations });
    const titles: string[] = [];
    let after: string | null = null;
    do {
      const part = await listConversations(actor, { after });
      titles.push(...part.conversations.map(({ title }) => title));
      after = part.next;
    } while (after);
    expect(titles.toSorted()).toEqual(conversations.map(({ title }) => title).toSorted());
    await expect(listConversations(actor, { after: "nonsense" })).rejects.toThrow();
  });

  it("say what they wait for", async () => {
    const actor = await createPerson();
    const id = await converse(actor, "running");
    expect((await shown(actor))[0]?.state).toBe("running");
    const endedAt = new Date(Date.now() - 60_000);
    const seenAt = new Date(Date.now() - 120_000);
    await db().run.updateMany({ data: { status: "complete", endedAt } });
    await db().conversation.updateMany({ data: { seenAt } });
    expect((await shown(actor))[0]?.state).toBe("unread");
    await organise(actor, { to: "seen" }, id);
    expect((await shown(actor))[0]?.state).toBe("idle");
  });

  it("are changed by nobody else", async () => {
    const id = await converse(await createPerson());
    const other = await createPerson();
    await expect(organise(other, { to: "deleted" }, id)).rejects.toThrow();
    expect(await db().conversation.count({ where: { id, deletedAt: null } })).toBe(1);
  });
});

describe("a deleted conversation", () => {
  it("is gone at once, comes back in time, and is erased after that", async () => {
    const actor = await createPerson();
    const id = await converse(actor);
    await organise(actor, { to: "deleted" }, id);
    expect(await shown(actor)).toEqual([]);
    await expect(getConversation(actor, id)).rejects.toThrow();
    expect((await createTurn(actor, newTurn({ conversationId: id }))).ok).toBe(false);
    expect(await eraseDeleted()).toEqual([]);
    await organise(actor, { to: "undeleted" }, id);
    expect(await shown(actor)).toHaveLength(1);
    await organise(actor, { to: "deleted" }, id);
    await passUndoOf(id);
    await expect(organise(actor, { to: "undeleted" }, id)).rejects.toThrow();
    expect(await eraseDeleted()).toEqual([id]);
    expect(await db().message.count({ where: { conversationId: id } })).toBe(0);
    const where = { action: "conversation.erased", target: `conversation:${id}` };
    expect(await db().auditEvent.findFirst({ where })).toMatchObject({ actorId: actor.userId });
  });

  it("is not erased under an answer that is being written, which is stopped", async () => {
    const actor = await createPerson();
    const id = await converse(actor, "running");
    await organise(actor, { to: "deleted" }, id);
    await passUndoOf(id);
    expect(await eraseDeleted()).toEqual([]);
    const where = { conversationId: id, stopRequestedAt: { not: null } };
    expect(await db().run.count({ where })).toBe(1);
    await db().run.updateMany({ where, data: { status: "stopped" } });
    expect(await eraseDeleted()).toEqual([id]);
  });
});
