/** Uploads before they are sent, and the list of what was sent. */
import { describe, expect, it } from "vitest";
import { db } from "../client.ts";
import { getConversation } from "../conversations/get-conversation.ts";
import { eraseConversation } from "../erasure/erase.ts";
import { UNSENT_UPLOAD_DAYS } from "../limits.ts";
import {
  beginTurn,
  createPerson,
  LEASE_OWNER,
  NO_LIMITS,
  newTurn,
  provideTestDatabase,
  upload,
} from "../testing/turn-fixtures.ts";
import { createTurn } from "../turns/create-turn.ts";
import { loadTurn } from "../turns/load-turn.ts";
import { createRetry } from "../turns/replace/replace-answer.ts";
import { listConversationFiles } from "./read-attachment.ts";
import { eraseAbandonedUploads, nameUploads, removeUpload } from "./uploads.ts";

provideTestDatabase();

const file = (name: string) => ({ name, mediaType: "text/plain", data: new Uint8Array([97]) });

async function send(actor: Awaited<ReturnType<typeof createPerson>>, ids: string[], text = "") {
  const begun = await createTurn(actor, newTurn({ text, attachmentIds: ids }));
  if (!begun.ok || begun.repeated) throw new Error("the turn did not begin");
  return begun.turn;
}

describe("an upload that was not sent", () => {
  it("is taken back by its person alone, and once", async () => {
    const [person, other] = [await createPerson(), await createPerson()];
    const { id } = await upload(person, file("a.txt"));
    await expect(removeUpload(other, id)).rejects.toMatchObject({ code: "not-found" });
    await removeUpload(person, id);
    expect(await db().attachment.count({ where: { id } })).toBe(0);
    await expect(removeUpload(person, id)).rejects.toMatchObject({ code: "not-found" });
  });

  it("is named for its person alone, and no more once it was sent", async () => {
    const [person, other] = [await createPerson(), await createPerson()];
    const { id } = await upload(person, file("a.txt"));
    expect(await nameUploads(person, [id])).toEqual(["a.txt"]);
    expect(await nameUploads(other, [id])).toEqual([]);
    await send(person, [id]);
    expect(await nameUploads(person, [id])).toEqual([]);
    await expect(removeUpload(person, id)).rejects.toMatchObject({ code: "not-found" });
  });

  it("is erased after some days, with an audit row; what was sent stays", async () => {
    const person = await createPerson();
    const [old, young, sent] = await Promise.all(
      ["old", "young", "sent"].map((name) => upload(person, file(name))),
    );
    await send(person, [sent?.id ?? ""]);
    const createdAt = new Date(Date.now() - (UNSENT_UPLOAD_DAYS + 1) * 86_400_000);
    const ids = [old?.id ?? "", sent?.id ?? ""];
    await db().attachment.updateMany({ where: { id: { in: ids } }, data: { createdAt } });
    expect(await eraseAbandonedUploads()).toBe(1);
    const left = await db().attachment.findMany({ where: { ownerId: person.userId } });
    expect(left.map(({ id }) => id).sort()).toEqual([young?.id, sent?.id].sort());
    const row = await db().auditEvent.findFirst({ where: { action: "retention.applied" } });
    expect(row).toMatchObject({ target: "retention:unsent-uploads", actorId: null });
    expect(await eraseAbandonedUploads()).toBe(0);
  });
});

describe("the order of a message's files", () => {
  it("is the person's, whatever arrived first: in the turn, in the message, and in a copy", async () => {
    const person = await createPerson();
    const ids: string[] = [];
    for (const name of ["b.txt", "c.txt", "a.txt"])
      ids.unshift((await upload(person, file(name))).id);
    const names = ["a.txt", "c.txt", "b.txt"];
    expect(await nameUploads(person, ids)).toEqual(names);

    const { conversationId, userMessageId, runId, answerMessageId, files } = await send(
      person,
      ids,
    );
    expect(files.map(({ name }) => name)).toEqual(names);
    const loaded = await loadTurn(runId, { maxSpentToday: null, maxSpentThisMonth: null });
    expect(loaded?.turn.files).toEqual(files);
    const { messages } = await getConversation(person, conversationId);
    expect(messages[0]?.attachments.map(({ name }) => name)).toEqual(names);
    await db().run.update({ where: { id: runId }, data: { status: "failed" } });
    await db().message.update({ where: { id: answerMessageId }, data: { ending: "failed" } });
    const lease = { leaseOwner: LEASE_OWNER, leaseMs: 15_000, limits: NO_LIMITS };
    const retried = await createRetry(person, { answerMessageId, agentId: "general", ...lease });
    if (!retried.ok) throw new Error("the retry did not begin");
    expect(retried.turn.files).toEqual(files);

    await db().run.update({ where: { id: retried.turn.runId }, data: { status: "complete" } });
    const twice = [...ids.toReversed(), (ids[0] ?? "").toUpperCase()];
    const kept = { conversationId, editedId: userMessageId, attachmentIds: twice };
    const edited = await beginTurn(person, newTurn(kept));
    expect(edited.files.map(({ name, current }) => [name, current])).toEqual(
      names.toReversed().map((name) => [name, true]),
    );
    const again = await loadTurn(edited.runId, { maxSpentToday: null, maxSpentThisMonth: null });
    expect(again?.turn.files).toEqual(edited.files);
  });
});

describe("the files that a new version of a message keeps", () => {
  it("are copies of its own, which go with the conversation", async () => {
    const [person, admin] = [await createPerson(), await createPerson("admin")];
    const { id } = await upload(person, file("a.txt"));
    const { conversationId, userMessageId: editedId, runId } = await send(person, [id]);
    await db().run.update({ where: { id: runId }, data: { status: "complete" } });
    const kept = { conversationId, editedId, attachmentIds: [id] };
    const { files, ...edited } = await beginTurn(person, newTurn(kept));
    const copied = { conversationId, messageId: edited.userMessageId, sizeBytes: 1, position: 1 };
    const where = { ownerId: person.userId, id: { not: id } };
    expect(await db().attachment.findMany({ where })).toMatchObject([
      { ...copied, id: files[0]?.id, data: new Uint8Array([97]) },
    ]);
    await db().run.update({ where: { id: edited.runId }, data: { status: "complete" } });
    expect(await eraseConversation(admin, conversationId)).toMatchObject({ ok: true });
    expect(await db().attachment.count({ where: { ownerId: person.userId } })).toBe(0);
  });

  it("are none of another message, of another person, or of those that wait to be sent", async () => {
    const [person, other] = [await createPerson(), await createPerson()];
    const [own, sent, waiting] = await Promise.all(
      ["own", "sent", "waiting"].map((name) => upload(person, file(name))),
    );
    const theirs = await upload(other, file("theirs"));
    await send(other, [theirs.id]);
    await send(person, [sent?.id ?? ""]);
    const { conversationId, userMessageId: editedId, runId } = await send(person, [own?.id ?? ""]);
    await db().run.update({ where: { id: runId }, data: { status: "complete" } });
    const attachmentIds = [theirs, sent, waiting, own].map((one) => one?.id ?? "");
    const { files } = await beginTurn(person, newTurn({ conversationId, editedId, attachmentIds }));
    expect(files.map(({ name }) => name)).toEqual(["own"]);
    expect(await db().attachment.count({ where: { ownerId: person.userId } })).toBe(4);
    expect(await nameUploads(person, attachmentIds)).toEqual(["waiting"]);
  });
});

describe("the files of a conversation", () => {
  it("are those along the path that is shown, for its person alone", async () => {
    const [person, other] = [await createPerson(), await createPerson()];
    const { id } = await upload(person, file("a.txt"));
    const { conversationId, userMessageId, runId } = await send(person, [id]);
    const names = async () =>
      (await listConversationFiles(person, conversationId)).files.map((one) => one.file.name);
    expect(await names()).toEqual(["a.txt"]);
    await db().run.update({ where: { id: runId }, data: { status: "complete" } });
    const edited = { conversationId, editedId: userMessageId, text: "Other words" };
    expect(await createTurn(person, newTurn(edited))).toMatchObject({ ok: true });
    expect(await names()).toEqual([]);
    await expect(listConversationFiles(other, conversationId)).rejects.toMatchObject({
      code: "not-found",
    });
  });
});
