import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { Actor } from "../../../access/actor.ts";
import { FOLDERS_MAX_COUNT } from "../../../contracts/limits.ts";
import { db } from "../../client.ts";
import { createPerson, newTurn, provideTestDatabase } from "../../testing/turn-fixtures.ts";
import { createTurn } from "../../turns/create-turn.ts";
import { exportConversations, exportSelected } from "../export-conversations.ts";
import { listConversations } from "../list-conversations.ts";
import { arrangeFolder, organiseConversations } from "./organise-conversations.ts";

provideTestDatabase();

async function converse(actor: Actor): Promise<string> {
  const begun = await createTurn(actor, newTurn({}));
  if (!begun.ok) throw new Error("the turn did not begin");
  const { runId: id, conversationId, answerMessageId } = begun.turn;
  const endedAt = new Date(Date.now() - 60_000);
  await db().run.update({ where: { id }, data: { status: "complete", endedAt } });
  await db().message.update({ where: { id: answerMessageId }, data: { ending: "complete" } });
  return conversationId;
}

async function make(actor: Actor, name: string): Promise<string> {
  const folderId = randomUUID();
  await arrangeFolder(actor, { to: "created", folderId, name });
  return folderId;
}

const move = (actor: Actor, folderId: string | null, ...conversationIds: string[]) =>
  organiseConversations(actor, { conversationIds, change: { to: "moved", folderId } });
const idsIn = async (actor: Actor, folderId: string | null = null) =>
  (await listConversations(actor, { folderId })).conversations.map(({ id }) => id);
const folders = async (actor: Actor) => (await listConversations(actor)).folders;

describe("a folder", () => {
  it("holds conversations, each in one folder, and gives them back when it is deleted", async () => {
    const actor = await createPerson();
    const [one, two] = [await converse(actor), await converse(actor)];
    const [plans, work] = [await make(actor, "Plans"), await make(actor, "work")];
    await move(actor, plans, one, two);
    expect(await idsIn(actor)).toEqual([]);
    expect(await idsIn(actor, plans)).toEqual([two, one]);
    await move(actor, work, one);
    expect(await idsIn(actor, plans)).toEqual([two]);
    expect(await folders(actor)).toEqual([
      { id: plans, name: "Plans", count: 1, state: "idle" },
      { id: work, name: "work", count: 1, state: "idle" },
    ]);
    await arrangeFolder(actor, { to: "renamed", folderId: work, name: "Work" });
    await arrangeFolder(actor, { to: "deleted", folderId: plans });
    expect((await folders(actor)).map(({ name }) => name)).toEqual(["Work"]);
    expect(await idsIn(actor)).toEqual([two]);
    await move(actor, null, one);
    expect(await idsIn(actor)).toEqual([two, one]);
  });

  it("says what one of its conversations waits for, and leaves pinned and archived ones out", async () => {
    const actor = await createPerson();
    const folder = await make(actor, "Plans");
    const [one, two, three] = [await converse(actor), await converse(actor), await converse(actor)];
    await move(actor, folder, one, two, three);
    await db().conversation.update({ where: { id: one }, data: { seenAt: new Date(0) } });
    expect(await folders(actor)).toMatchObject([{ count: 3, state: "unread" }]);
    const { news } = await listConversations(actor);
    expect(news.map(({ id, state }) => [id, state])).toEqual([[one, "unread"]]);
    await db().run.updateMany({ where: { conversationId: two }, data: { status: "running" } });
    expect(await folders(actor)).toMatchObject([{ state: "running" }]);
    await organiseConversations(actor, { conversationIds: [one], change: { to: "pinned" } });
    await organiseConversations(actor, { conversationIds: [three], change: { to: "archived" } });
    expect(await folders(actor)).toMatchObject([{ count: 1 }]);
    expect(await idsIn(actor)).toEqual([one]);
    expect((await listConversations(actor, { isArchived: true })).conversations).toHaveLength(1);
  });

  it("of a name that there is, and one too many, are refused", async () => {
    const actor = await createPerson();
    const first = await make(actor, "Plans");
    await expect(make(actor, "Plans")).rejects.toMatchObject({ code: "folder-exists" });
    // The same press, sent twice.
    await arrangeFolder(actor, { to: "created", folderId: first, name: "Plans" });
    expect(await folders(actor)).toHaveLength(1);
    const names = Array.from({ length: FOLDERS_MAX_COUNT - 1 }, (_, index) => `Folder ${index}`);
    const data = names.map((name) => ({ id: randomUUID(), userId: actor.userId, name }));
    await db().folder.createMany({ data });
    await expect(make(actor, "One more")).rejects.toMatchObject({ code: "too-many-folders" });
  });

  it("is nobody else's", async () => {
    const [actor, other] = [await createPerson(), await createPerson("admin")];
    const [mine, theirs] = [await converse(actor), await converse(other)];
    const folder = await make(actor, "Plans");
    await move(actor, folder, mine);
    const refused = { code: "not-found" };
    await expect(move(other, folder, theirs)).rejects.toMatchObject(refused);
    await expect(move(actor, folder, theirs)).rejects.toMatchObject(refused);
    const rename = { to: "renamed", folderId: folder, name: "Mine" } as const;
    await expect(arrangeFolder(other, rename)).rejects.toMatchObject(refused);
    await expect(arrangeFolder(other, { to: "deleted", folderId: folder })).rejects.toMatchObject(
      refused,
    );
    await expect(
      arrangeFolder(other, { to: "created", folderId: folder, name: "Mine" }),
    ).rejects.toMatchObject(refused);
    expect(await idsIn(other, folder)).toEqual([]);
    expect(await folders(other)).toEqual([]);
    expect(await idsIn(actor, folder)).toEqual([mine]);
    await expect(exportSelected(other, [theirs, mine])).rejects.toMatchObject(refused);
  });

  it("is in the export, with the conversations of every folder and of the archive", async () => {
    const actor = await createPerson();
    const [one, two, three] = [await converse(actor), await converse(actor), await converse(actor)];
    const folder = await make(actor, "Plans");
    await move(actor, folder, one);
    await organiseConversations(actor, { conversationIds: [three], change: { to: "archived" } });
    const exported = await Array.fromAsync(exportConversations(actor));
    expect(exported.map(({ folder: name }) => name)).toEqual([null, "Plans", null]);
    const chosen = await Array.fromAsync(await exportSelected(actor, [two, one]));
    expect(chosen.map(({ folder: name }) => name)).toEqual([null, "Plans"]);
  });
});
