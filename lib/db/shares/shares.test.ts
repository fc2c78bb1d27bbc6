/** A link leads to what was visible when it was made, to nobody else's, and to nothing once it is gone. */
import { randomUUID } from "node:crypto";
import { afterEach, describe, expect, it } from "vitest";
import type { Actor } from "../../access/actor.ts";
import { settings } from "../../env/settings.ts";
import { db } from "../client.ts";
import { eraseDeleted } from "../conversations/organise/erase-deleted.ts";
import { organiseConversations } from "../conversations/organise/organise-conversations.ts";
import { eraseConversation } from "../erasure/erase.ts";
import { sweepDatabase } from "../testing/sweep-database.ts";
import { createPerson, newTurn, provideTestDatabase, upload } from "../testing/turn-fixtures.ts";
import { createTurn } from "../turns/create-turn.ts";
import { listOwnLinks, readShareState } from "./own-links.ts";
import { readShared, readSharedPicture } from "./read-shared.ts";
import { revokeShare, shareConversation } from "./share-conversation.ts";

provideTestDatabase();
const switchLinks = (SHARE_LINKS: boolean) => Object.assign(settings(), { SHARE_LINKS });
afterEach(() => switchLinks(true));

/** A conversation with one answer, which brought a chart and a document. */
async function talk(actor: Actor, words = "zqasked", isTemporary = false) {
  const file = await upload(actor, {
    name: "zqfile.txt",
    mediaType: "text/plain",
    data: Buffer.from("zqinside"),
  });
  const begun = await createTurn(
    actor,
    newTurn({ text: words, attachmentIds: [file.id], isTemporary }),
  );
  if (!begun.ok || begun.repeated) throw new Error("the turn did not begin");
  const { conversationId, runId, answerMessageId } = begun.turn;
  const made = async (name: string, mediaType: string, data: string) => {
    const { id } = await upload(actor, { name, mediaType, data: Buffer.from(data) });
    await db().attachment.update({
      where: { id },
      data: { messageId: answerMessageId, conversationId, alt: "zqalt" },
    });
  };
  await made("chart.svg", "image/svg+xml", "<svg>zqchart</svg>");
  await made("brief.md", "text/markdown", "zqbrief");
  const sources = [
    { kind: "page", number: 1, title: "Glass", address: "https://example.org/glass" },
    { kind: "document", number: 2, attachmentId: file.id, name: "zqfile.txt", passage: 3 },
  ];
  await db().run.update({
    where: { id: runId },
    data: { status: "complete", endedAt: new Date() },
  });
  await db().message.update({
    where: { id: answerMessageId },
    data: { ending: "complete", content: "zqanswered [1]", sources },
  });
  return { conversationId, runId, answerMessageId, fileId: file.id };
}

const share = (actor: Actor, conversationId: string, isNamed = false) =>
  shareConversation(actor, { conversationId, isNamed });
const tokenOf = ({ path }: { path: string | null }) => (path ?? "").slice("/s/".length);
const refused = { code: "not-found" };

async function trailOf(conversationId: string) {
  const rows = await db().auditEvent.findMany({
    where: { target: `conversation:${conversationId}`, action: { startsWith: "share." } },
    orderBy: { at: "asc" },
  });
  return rows.map(({ action, actorId, subjectId }) => ({ action, actorId, subjectId }));
}

describe("a shared copy", () => {
  it("holds what was visible, the answers' pictures, and names of what is left out", async () => {
    const actor = await createPerson();
    const { conversationId, runId, fileId } = await talk(actor);
    expect(await readShareState(actor, conversationId)).toMatchObject({
      link: null,
      messages: 2,
      pictures: 1,
      files: 2,
      isWriting: false,
    });
    const link = await share(actor, conversationId);
    const page = await readShared(tokenOf(link));
    expect(page).toMatchObject({
      sharedBy: null,
      messages: [
        { by: "person", text: "zqasked", files: ["zqfile.txt"], pictures: [], sources: [] },
        {
          by: "assistant",
          text: "zqanswered [1]",
          files: ["brief.md"],
          pictures: [{ name: "chart.svg", alt: "zqalt" }],
          sources: [
            { number: 1, name: "Glass", address: "https://example.org/glass" },
            { number: 2, name: "zqfile.txt, passage 3", address: null },
          ],
        },
      ],
    });
    const said = JSON.stringify(page);
    for (const hidden of [actor.userId, conversationId, runId, fileId, "@example.org", "Somebody"])
      expect(said).not.toContain(hidden);
    const [picture] = page?.messages[1]?.pictures ?? [];
    const file = await readSharedPicture(tokenOf(link), picture?.id ?? "");
    expect(Buffer.from(file?.data ?? []).toString()).toContain("zqchart");
    expect(await readSharedPicture(tokenOf(link), fileId)).toBeNull();
  });

  it("stays as it is when the conversation goes on, until it is made anew at the same link", async () => {
    const actor = await createPerson();
    const { conversationId, answerMessageId } = await talk(actor);
    const first = await share(actor, conversationId);
    await db().message.update({ where: { id: answerMessageId }, data: { content: "zqlater" } });
    const token = tokenOf(first);
    expect((await readShared(token))?.messages[1]?.text).toBe("zqanswered [1]");
    const second = await share(actor, conversationId, true);
    expect(second.path).toBe(first.path);
    expect(await readShared(token)).toMatchObject({
      sharedBy: "Somebody",
      messages: [{}, { text: "zqlater" }],
    });
    const by = { actorId: actor.userId, subjectId: actor.userId };
    expect(await trailOf(conversationId)).toEqual([
      { action: "share.created", ...by },
      { action: "share.updated", ...by },
    ]);
  });

  it("leaves out versions that are not shown, and a turn whose answer is being written", async () => {
    const actor = await createPerson();
    const { conversationId, answerMessageId } = await talk(actor);
    await db().message.create({
      data: {
        id: randomUUID(),
        conversationId,
        ordinal: 9,
        role: "assistant",
        branch: 1,
        content: "zqother",
        ending: "complete",
        supersededAt: new Date(),
      },
    });
    const begun = await createTurn(actor, newTurn({ conversationId, text: "zqwriting" }));
    expect(begun.ok).toBe(true);
    const page = await readShared(tokenOf(await share(actor, conversationId)));
    expect(page?.messages.map(({ text }) => text)).toEqual(["zqasked", "zqanswered [1]"]);
    expect(await db().message.count({ where: { id: answerMessageId } })).toBe(1);
  });

  it("is not made before there is a whole turn", async () => {
    const actor = await createPerson();
    const begun = await createTurn(actor, newTurn({}));
    if (!begun.ok) throw new Error(begun.reason);
    await expect(share(actor, begun.turn.conversationId)).rejects.toMatchObject({
      code: "run-active",
    });
  });

  it("is found by its token alone, which no column holds", async () => {
    const actor = await createPerson();
    const { conversationId } = await talk(actor);
    const token = tokenOf(await share(actor, conversationId));
    expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect((await sweepDatabase([token]))[token]).toEqual([]);
    const { tokenSha256 } = await db().shareLink.findUniqueOrThrow({ where: { conversationId } });
    for (const other of [
      "",
      "x",
      conversationId,
      tokenSha256,
      // The last character of 32 bytes is one of sixteen, A among them.
      `${token.slice(0, -1)}${token.endsWith("A") ? "E" : "A"}`,
      `${token}A`,
    ])
      expect(await readShared(other)).toBe(null);
  });
});

describe("the end of a link", () => {
  it("is the same answer, whether it was revoked, deleted, erased or switched off", async () => {
    const actor = await createPerson();
    const { conversationId } = await talk(actor);
    const link = await share(actor, conversationId);
    const token = tokenOf(link);
    const change = (to: "deleted" | "undeleted") =>
      organiseConversations(actor, { conversationIds: [conversationId], change: { to } });
    await change("deleted");
    expect(await readShared(token)).toBeNull();
    expect(await listOwnLinks(actor)).toEqual([]);
    await change("undeleted");
    expect(await readShared(token)).not.toBeNull();
    switchLinks(false);
    expect(await readShared(token)).toBeNull();
    await expect(share(actor, conversationId)).rejects.toMatchObject(refused);
    switchLinks(true);
    await db().user.update({ where: { id: actor.userId }, data: { banned: true } });
    expect(await readShared(token)).toBeNull();
    await db().user.update({ where: { id: actor.userId }, data: { banned: false } });
    // Its person deleted the account, and kept it after all.
    await db().user.update({ where: { id: actor.userId }, data: { eraseAt: new Date() } });
    expect(await readShared(token)).toBeNull();
    await db().user.update({ where: { id: actor.userId }, data: { eraseAt: null } });
    expect(await readShared(token)).not.toBeNull();
    await revokeShare(actor, { shareLinkId: link.id });
    expect(await readShared(token)).toBeNull();
    expect((await trailOf(conversationId)).at(-1)?.action).toBe("share.revoked");
    const again = await share(actor, conversationId);
    expect(again.path).not.toBe(link.path);
    expect(await eraseConversation(null, conversationId)).toMatchObject({
      ok: true,
      rows: { share_link: 1, shared_picture: 1 },
    });
    expect(await readShared(tokenOf(again))).toBeNull();
  });

  it("is nobody else's to bring about or to see", async () => {
    const [owner, stranger, admin] = [
      await createPerson(),
      await createPerson(),
      await createPerson("admin"),
    ];
    const { conversationId } = await talk(owner);
    for (const other of [stranger, admin]) {
      await expect(share(other, conversationId)).rejects.toMatchObject(refused);
      await expect(readShareState(other, conversationId)).rejects.toMatchObject(refused);
    }
    const { id: shareLinkId, ...link } = await share(owner, conversationId);
    for (const other of [stranger, admin]) {
      await expect(revokeShare(other, { shareLinkId })).rejects.toMatchObject(refused);
      expect(await listOwnLinks(other)).toEqual([]);
    }
    expect(await readShared(tokenOf(link))).not.toBeNull();
  });

  it("is not without its row in the trail", async () => {
    const actor = await createPerson();
    const { conversationId } = await talk(actor);
    const link = await share(actor, conversationId);
    await db()
      .$executeRaw`ALTER TABLE audit_event ADD CONSTRAINT refuse CHECK (action NOT LIKE 'share.%') NOT VALID`;
    try {
      await expect(revokeShare(actor, { shareLinkId: link.id })).rejects.toThrow();
      expect(await readShared(tokenOf(link))).not.toBeNull();
      const other = await talk(actor);
      await expect(share(actor, other.conversationId)).rejects.toThrow();
      expect(await listOwnLinks(actor)).toHaveLength(1);
    } finally {
      await db().$executeRaw`ALTER TABLE audit_event DROP CONSTRAINT refuse`;
    }
  });
});

it("does not exist for a temporary chat", async () => {
  const actor = await createPerson();
  const { conversationId } = await talk(actor, "zqtemporary", true);
  await expect(share(actor, conversationId)).rejects.toMatchObject(refused);
  await expect(readShareState(actor, conversationId)).rejects.toMatchObject(refused);
  expect(await eraseDeleted()).toEqual([]);
});
