/** What nobody of ours deleted, or began as a temporary chat, is not erased, and is found; what earlier versions did is taken as it is. */
import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Actor } from "../../../access/actor.ts";
import { findEditedConversations } from "../../audit/covered/find-edited-accounts.ts";
import { openFindings } from "../../audit/found/trail-findings.ts";
import { db } from "../../client.ts";
import { passUndoOf } from "../../testing/let-time-pass.ts";
import { changeRowKeys } from "../../testing/trail-fixtures.ts";
import { createPerson, newTurn, provideTestDatabase } from "../../testing/turn-fixtures.ts";
import { createTurn } from "../../turns/create-turn.ts";
import { eraseDeleted } from "./erase-deleted.ts";
import { organiseConversations } from "./organise-conversations.ts";
import { signConversations } from "./own-deletions.ts";
import { closeTemporary, expireTemporary, keepTemporary } from "./temporary-chats.ts";

changeRowKeys(1);
provideTestDatabase();

let person: Actor;
beforeEach(async () => {
  person = await createPerson();
});

async function converse({ isTemporary = false } = {}): Promise<string> {
  const begun = await createTurn(person, newTurn({ isTemporary }));
  if (!begun.ok || begun.repeated) throw new Error("the turn did not begin");
  const { runId: id, conversationId, answerMessageId } = begun.turn;
  await db().run.update({ where: { id }, data: { status: "complete", endedAt: new Date() } });
  await db().message.update({ where: { id: answerMessageId }, data: { ending: "complete" } });
  return conversationId;
}

const organise = (to: "deleted" | "undeleted", ...conversationIds: string[]) =>
  organiseConversations(person, { conversationIds, change: { to } });
const longAgo = () => new Date(Date.now() - 60_000);
/** As whoever owns the database can, without a key. */
const edit = (id: string, data: object) => db().conversation.update({ where: { id }, data });
const sweep = async () => {
  await expireTemporary();
  return eraseDeleted();
};
const found = async () => {
  const edited = await findEditedConversations();
  return edited.map(({ fault, name }) => `${fault} ${name ?? ""}`);
};
const fault = (id: string) => `conversation-edited conversation:${id}`;
const rowsOf = async (id: string) => {
  const target = `conversation:${id}`;
  const rows = await db().auditEvent.findMany({ where: { target }, orderBy: { at: "asc" } });
  return rows.map(({ action, actorId }) => [action, actorId]);
};

/** As an earlier version left it. */
const forgetRows = (id: string) =>
  db().auditEvent.deleteMany({ where: { target: `conversation:${id}` } });

describe("what an earlier version did", () => {
  it("is erased in nobody's name, and nothing is suspected before all are on record", async () => {
    const [deleted, temporary] = [await converse(), await converse({ isTemporary: true })];
    await edit(deleted, { deletedAt: longAgo() });
    await edit(temporary, { expiresAt: longAgo(), temporaryMac: null });
    expect(await sweep()).toEqual([]);
    expect(await found()).toEqual([]);
    expect(await openFindings()).toEqual([]);
    expect(await signConversations()).toBe(true);
    expect((await sweep()).toSorted()).toEqual([deleted, temporary].toSorted());
    for (const id of [deleted, temporary])
      expect(await rowsOf(id)).toEqual([
        ["conversation.deleted", null],
        ["conversation.erased", null],
      ]);
  });
});

describe("once each has its record", () => {
  beforeAll(async () => {
    expect(await signConversations()).toBe(true);
  });

  it("a deletion says who asked, and so does what takes it back", async () => {
    const [one, other] = [await converse(), await converse()];
    await organise("deleted", one, other);
    expect(await found()).toEqual([]);
    await organise("undeleted", one, other);
    await organise("deleted", one);
    expect(await found()).toEqual([]);
    await passUndoOf(one);
    expect(await found()).toEqual([]);
    expect(await sweep()).toEqual([one]);
    const { userId } = person;
    expect(await rowsOf(one)).toEqual([
      ["conversation.deleted", userId],
      ["conversation.undeleted", userId],
      ["conversation.deleted", userId],
      ["conversation.erased", userId],
    ]);
    expect(await found()).toEqual([]);
  });

  it("a conversation that nobody deleted last, or not then, is kept and found", async () => {
    const [never, back, sooner, forged] = [
      await converse(),
      await converse(),
      await converse(),
      await converse(),
    ];
    await organise("deleted", back, sooner);
    await organise("undeleted", back);
    const deletedAt = longAgo();
    const by = { actorId: person.userId, subjectId: person.userId, outcome: "allowed" };
    const target = `conversation:${forged}`;
    const detail = { deletedAt: deletedAt.toISOString(), nth: 1 };
    const row = { id: randomUUID(), ...by, action: "conversation.deleted", target, detail };
    await db().auditEvent.create({ data: row });
    for (const id of [never, back, sooner, forged]) await edit(id, { deletedAt });
    expect(await sweep()).toEqual([]);
    const told = (await openFindings()).map((one) => `${one.fault} ${one.name ?? ""}`);
    expect(told).toEqual(expect.arrayContaining([back, sooner, forged].map(fault)));
    // The row that is not ours goes to quarantine, when the trail is sealed.
    await forgetRows(forged);
    expect((await found()).toSorted()).toEqual([never, back, sooner, forged].map(fault).toSorted());
    for (const id of [never, back, forged]) await edit(id, { deletedAt: null });
    await forgetRows(sooner);
    await edit(sooner, { deletedAt: null });
  });

  it("a deletion that somebody else took back is found", async () => {
    const id = await converse();
    await organise("deleted", id);
    await edit(id, { deletedAt: null });
    expect(await found()).toEqual([fault(id)]);
    await forgetRows(id);
  });

  it("a lasting conversation, or a chat of somebody else, does not expire, and is found", async () => {
    const [lasting, copied] = [await converse(), await converse()];
    const temporary = await converse({ isTemporary: true });
    const { temporaryMac } = await db().conversation.findUniqueOrThrow({
      where: { id: temporary },
    });
    await edit(lasting, { expiresAt: longAgo() });
    await edit(copied, { expiresAt: longAgo(), temporaryMac });
    expect(await sweep()).toEqual([]);
    const refused = { code: "not-found" };
    for (const id of [lasting, copied])
      await expect(closeTemporary(person, id)).rejects.toMatchObject(refused);
    expect((await found()).toSorted()).toEqual([lasting, copied].map(fault).toSorted());
    const told = (await openFindings()).map((one) => `${one.fault} ${one.name ?? ""}`);
    expect(told).toEqual(expect.arrayContaining([lasting, copied].map(fault)));
    for (const id of [lasting, copied]) await edit(id, { expiresAt: null, temporaryMac: null });
    await edit(temporary, { expiresAt: null });
    expect(await found()).toEqual([fault(temporary)]);
    await edit(temporary, { temporaryMac: null });
  });

  it("a temporary chat expires by itself, and is closed by its person", async () => {
    const [left, closed] = [
      await converse({ isTemporary: true }),
      await converse({ isTemporary: true }),
    ];
    await keepTemporary(person, left, "left");
    await edit(left, { expiresAt: longAgo() });
    await closeTemporary(person, closed);
    expect(await found()).toEqual([]);
    expect((await sweep()).toSorted()).toEqual([left, closed].toSorted());
    expect(await rowsOf(left)).toEqual([
      ["conversation.deleted", null],
      ["conversation.erased", null],
    ]);
    expect((await rowsOf(closed)).map(([, actorId]) => actorId)).toEqual([
      person.userId,
      person.userId,
    ]);
  });

  it("a chat of an earlier key of rows is signed with the present one", async () => {
    const [own, forged] = [await converse({ isTemporary: true }), await converse()];
    await edit(forged, { expiresAt: longAgo() });
    changeRowKeys(2, 1);
    const { temporaryMac: was } = await db().conversation.findUniqueOrThrow({ where: { id: own } });
    expect(await signConversations()).toBe(true);
    const { temporaryMac } = await db().conversation.findUniqueOrThrow({ where: { id: own } });
    expect(temporaryMac).not.toEqual(was);
    expect(await found()).toContain(fault(forged));
  });

  it("a deletion that cannot be recorded does not happen", async () => {
    const id = await converse();
    await db().$executeRaw`ALTER TABLE audit_event ADD CONSTRAINT broken CHECK (false) NOT VALID`;
    await expect(organise("deleted", id)).rejects.toMatchObject({ code: "audit-unavailable" });
    await db().$executeRaw`ALTER TABLE audit_event DROP CONSTRAINT broken`;
    expect(await db().conversation.count({ where: { id, deletedAt: null } })).toBe(1);
  });
});
