import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { Actor } from "../../access/actor.ts";
import { MESSAGE_PAGE_COUNT, MESSAGE_REACH_MAX } from "../../contracts/limits.ts";
import { db } from "../client.ts";
import { createPerson, provideTestDatabase } from "../testing/turn-fixtures.ts";
import { chooseVersion } from "./choose-version.ts";
import { getConversation } from "./get-conversation.ts";
import { listOlderMessages } from "./list-older-messages.ts";

provideTestDatabase();

/** Questions and answers in turn. */
async function talkOf(actor: Actor, count: number) {
  const id = randomUUID();
  const messageIds = Array.from({ length: count }, () => randomUUID());
  await db().conversation.create({ data: { id, userId: actor.userId, title: "A long talk" } });
  await db().message.createMany({
    data: messageIds.map((own, ordinal) => ({
      id: own,
      conversationId: id,
      ordinal,
      role: ordinal % 2 === 0 ? "user" : "assistant",
      content: `message ${ordinal}`,
      ending: ordinal % 2 === 0 ? null : "complete",
      parentId: messageIds[ordinal - 1] ?? null,
    })),
  });
  return { id, messageIds };
}

/** Another version of one message, which is shown from now on. */
async function showOther(actor: Actor, conversationId: string, messageId: string) {
  const known = await db().message.findUniqueOrThrow({ where: { id: messageId } });
  const [newest] = await db().message.findMany({
    where: { conversationId },
    orderBy: { ordinal: "desc" },
    take: 1,
  });
  const id = randomUUID();
  const { role, ending, parentId } = known;
  await db().message.create({
    data: {
      id,
      conversationId,
      ordinal: (newest?.ordinal ?? 0) + 1,
      role,
      ending,
      parentId,
      content: "another version",
      branch: 1,
      supersededAt: new Date(),
    },
  });
  await chooseVersion(actor, { conversationId, messageId: id });
  return id;
}

describe("getConversation in parts", () => {
  it("gives the newest page, and from then on what can have changed", async () => {
    const actor = await createPerson();
    const { id, messageIds } = await talkOf(actor, 50);
    const newest = await getConversation(actor, id, { known: null });
    expect(newest.messages.map((one) => one.id)).toEqual(messageIds.slice(-MESSAGE_PAGE_COUNT));
    expect(newest.hasOlder).toBe(true);
    const known = { from: messageIds[4] ?? "", tail: messageIds[44] ?? "" };
    const again = await getConversation(actor, id, { known });
    expect(again.messages.map((one) => one.id)).toEqual(messageIds.slice(44));
    const whole = await getConversation(actor, id);
    expect(whole.messages).toHaveLength(50);
    expect(whole.hasOlder).toBe(false);
  });

  it("gives all that the browser has where another version is shown by now", async () => {
    const actor = await createPerson();
    const { id, messageIds } = await talkOf(actor, 50);
    const other = await showOther(actor, id, messageIds[10] ?? "");
    const known = { from: messageIds[4] ?? "", tail: messageIds[44] ?? "" };
    const read = await getConversation(actor, id, { known });
    expect(read.messages.map((one) => one.id)).toEqual([...messageIds.slice(4, 10), other]);
    expect(read.messages.at(-1)?.versions).toEqual([messageIds[10], other]);
    expect(read.hasOlder).toBe(true);
    const gone = { from: messageIds[20] ?? "", tail: messageIds[44] ?? "" };
    const page = await getConversation(actor, id, { known: gone });
    expect(page.messages.map((one) => one.id)).toEqual([...messageIds.slice(0, 10), other]);
    expect(page.hasOlder).toBe(false);
  });
});

describe("listOlderMessages", () => {
  it("goes back page by page to the first", async () => {
    const actor = await createPerson();
    const { id, messageIds } = await talkOf(actor, 50);
    const seen: string[] = [];
    let before = messageIds[40] ?? "";
    for (let hasOlder = true; hasOlder; ) {
      const page = await listOlderMessages(actor, id, { before, through: null });
      seen.unshift(...page.messages.map((one) => one.id));
      before = seen[0] ?? "";
      hasOlder = page.hasOlder;
    }
    expect(seen).toEqual(messageIds.slice(0, 40));
    const end = await listOlderMessages(actor, id, { before, through: null });
    expect(end).toEqual({ messages: [], hasOlder: false });
  });

  it("reaches a message with some before it, in bounded parts", async () => {
    const actor = await createPerson();
    const { id, messageIds } = await talkOf(actor, MESSAGE_REACH_MAX + 60);
    const [first = "", , , through = ""] = messageIds.slice(30);
    const before = messageIds.at(-1) ?? "";
    const part = await listOlderMessages(actor, id, { before, through });
    expect(part.messages).toHaveLength(MESSAGE_REACH_MAX);
    const rest = await listOlderMessages(actor, id, {
      before: part.messages[0]?.id ?? "",
      through,
    });
    const reached = rest.messages.map((one) => one.id);
    expect(reached).toContain(through);
    expect(reached.indexOf(through)).toBe(MESSAGE_PAGE_COUNT / 2);
    expect(reached).toContain(first);
    expect(rest.hasOlder).toBe(true);
  });

  it("follows the path that is shown, and no other", async () => {
    const actor = await createPerson();
    const { id, messageIds } = await talkOf(actor, 12);
    const other = await showOther(actor, id, messageIds[10] ?? "");
    const page = await listOlderMessages(actor, id, { before: other, through: null });
    expect(page.messages.map((one) => one.id)).toEqual(messageIds.slice(0, 10));
    const hidden = { before: messageIds[11] ?? "", through: null };
    await expect(listOlderMessages(actor, id, hidden)).rejects.toMatchObject({ code: "not-found" });
  });

  it("finds nothing of another person's, of another conversation, or of a deleted one", async () => {
    const [actor, stranger] = [await createPerson(), await createPerson("admin")];
    const [mine, also] = [await talkOf(actor, 30), await talkOf(actor, 30)];
    const before = mine.messageIds[25] ?? "";
    const notFound = { code: "not-found" };
    const read = (by: Actor, id: string, through: string | null = null) =>
      listOlderMessages(by, id, { before, through });
    await expect(read(stranger, mine.id)).rejects.toMatchObject(notFound);
    await expect(read(actor, also.id)).rejects.toMatchObject(notFound);
    await expect(read(actor, mine.id, also.messageIds[0] ?? "")).rejects.toMatchObject(notFound);
    const known = { from: before, tail: before };
    await expect(getConversation(stranger, mine.id, { known })).rejects.toMatchObject(notFound);
    await expect(read(actor, mine.id)).resolves.toMatchObject({ hasOlder: true });
    await db().conversation.update({ where: { id: mine.id }, data: { deletedAt: new Date() } });
    await expect(read(actor, mine.id)).rejects.toMatchObject(notFound);
  });
});
