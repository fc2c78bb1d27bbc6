import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { Actor } from "../../access/actor.ts";
import { db } from "../client.ts";
import { createPerson, provideTestDatabase, upload } from "../testing/turn-fixtures.ts";
import { indexAttachment, listUnindexedAttachments } from "./index-attachment.ts";
import { searchPassages } from "./search-passages.ts";

provideTestDatabase();

async function converse(actor: Actor): Promise<string> {
  const id = randomUUID();
  await db().conversation.create({ data: { id, userId: actor.userId, title: "Files" } });
  return id;
}

async function attach(actor: Actor, conversationId: string, name: string): Promise<string> {
  const { id } = await upload(actor, {
    name,
    mediaType: "text/plain",
    data: new Uint8Array(1),
  });
  await db().attachment.update({ where: { id }, data: { conversationId } });
  return id;
}

/** A conversation with one indexed file. */
async function indexed(texts: readonly string[], vectors: readonly number[][] = []) {
  const actor = await createPerson();
  const conversationId = await converse(actor);
  const attachmentId = await attach(actor, conversationId, "notes.txt");
  const passages = texts.map((text, index) => ({ text, embedding: vectors[index] ?? null }));
  await indexAttachment(actor, attachmentId, passages);
  const find = async (
    query: string,
    changes: { embedding?: number[]; limit?: number; attachmentIds?: string[] } = {},
  ) => {
    const attachmentIds = [attachmentId];
    const search = { query, attachmentIds, limit: 10, embedding: null, ...changes };
    return (await searchPassages(actor, conversationId, search)).map((passage) => passage.ordinal);
  };
  return { actor, conversationId, attachmentId, find };
}

describe("indexAttachment", () => {
  it("takes a document off the list of those that are not indexed, also one without text", async () => {
    const actor = await createPerson();
    const conversationId = await converse(actor);
    const first = await attach(actor, conversationId, "a.txt");
    const second = await attach(actor, conversationId, "b.txt");
    expect(await listUnindexedAttachments(actor, conversationId)).toEqual([first, second]);
    await indexAttachment(actor, first, []);
    expect(await listUnindexedAttachments(actor, conversationId)).toEqual([second]);
  });

  it("keeps the passages of the first when two index at the same time", async () => {
    const actor = await createPerson();
    const id = await attach(actor, await converse(actor), "a.txt");
    const passages = ["one", "two", "three"].map((text) => ({ text, embedding: null }));
    await Promise.all([indexAttachment(actor, id, passages), indexAttachment(actor, id, passages)]);
    await indexAttachment(actor, id, [{ text: "later", embedding: null }]);
    const rows = await db().passage.findMany({
      where: { attachmentId: id },
      orderBy: { ordinal: "asc" },
    });
    expect(rows.map(({ text }) => text)).toEqual(["one", "two", "three"]);
  });

  it("refuses another person's document", async () => {
    const owner = await createPerson();
    const id = await attach(owner, await converse(owner), "a.txt");
    const other = await createPerson();
    const indexing = indexAttachment(other, id, [{ text: "planted", embedding: null }]);
    await expect(indexing).rejects.toMatchObject({ code: "not-found" });
    expect(await db().passage.count({ where: { attachmentId: id } })).toBe(0);
  });

  it("stores text with characters that PostgreSQL refuses", async () => {
    const { find } = await indexed(["before\u0000after \ud800 half"]);
    expect(await find("half")).toEqual([0]);
  });
});

describe("searchPassages by words", () => {
  const lease = [
    "The tenant pays the rent on the first day of the month. The rent includes the rent of the garage.",
    "Either party may end the contract with a notice of three months.",
    "The garden may be used by all tenants. The rent does not change.",
    "Invoices are sent by e-mail to accounts@example.org.",
  ];

  it("puts the passage with the rare words first", async () => {
    const { find } = await indexed(lease);
    expect(await find("What is the notice period to end the contract?")).toEqual([1]);
    expect((await find("rent of the garden"))[0]).toBe(2);
    expect(await find("rent")).toEqual([0, 2]);
  });

  it("finds the plural for the singular and the other way round", async () => {
    const { find } = await indexed(lease);
    expect(await find("invoice")).toEqual([3]);
    expect(await find("gardens")).toEqual([2]);
    expect(await find("TENANT")).toEqual([0, 2]);
    expect(await find("accounts@example.org")).toEqual([3]);
  });

  it.each([
    ["Müller", "MU\u0308LLER"],
    ["don\u2019t", "don't"],
    ["so\u2011called", "so-called"],
    ["\ufb01le", "file"],
    ["\uff21\uff22\uff23\uff11\uff12", "abc12"],
    ["Stra\u00dfe", "STRASSE"],
    ["crème", "creme"],
  ])("finds %j by %j, and the other way round", async (one, other) => {
    const { find } = await indexed([`before ${one} after`, "nothing", `before ${other} after`]);
    expect((await find(one)).toSorted()).toEqual([0, 2]);
    expect((await find(other)).toSorted()).toEqual([0, 2]);
  });

  it("finds nothing for unknown words or an empty query", async () => {
    const { find } = await indexed(lease);
    for (const query of ["zyzzyva", "", "   ", "?!", "\u0000"])
      expect(await find(query)).toEqual([]);
  });

  it("searches for stop words if there are no others", async () => {
    const { find } = await indexed(["to be or not to be", "something else"]);
    expect(await find("to be or not to be")).toEqual([0]);
  });

  it.each([
    "'",
    "\\",
    "it's \\' :* & | ! <-> ()",
    "a'b\\c",
    `"; DROP TABLE passage; --`,
    "http://a.example/it's?q=\\'x'",
  ])("takes %s for words", async (query) => {
    const { find } = await indexed([
      "DROP everything: http://a.example/it's?q=\\'x' is the address",
      "it's",
    ]);
    expect(Array.isArray(await find(query))).toBe(true);
  });

  it("stays within the limit and within one document where asked", async () => {
    const { actor, conversationId, attachmentId, find } = await indexed([
      "same words",
      "same words",
      "same words",
    ]);
    expect(await find("same", { limit: 2 })).toEqual([0, 1]);
    const other = await attach(actor, conversationId, "other.txt");
    await indexAttachment(actor, other, [{ text: "same words", embedding: null }]);
    expect(await find("same", { attachmentIds: [other] })).toEqual([0]);
    expect(await find("same", { attachmentIds: [attachmentId] })).toEqual([0, 1, 2]);
  });

  it("never finds another person's passages, nor those of another conversation", async () => {
    const { actor, conversationId, attachmentId } = await indexed(["the canary sings"]);
    const search = { query: "canary", attachmentIds: [attachmentId], limit: 5, embedding: [1, 0] };
    const other = await createPerson();
    expect(await searchPassages(other, conversationId, search)).toEqual([]);
    expect(await searchPassages(other, conversationId, search)).toEqual([]);
    expect(await searchPassages(actor, await converse(actor), search)).toEqual([]);
    expect(await listUnindexedAttachments(other, conversationId)).toEqual([]);
    expect(await searchPassages(actor, conversationId, search)).toHaveLength(1);
  });
});

describe("searchPassages by meaning", () => {
  it("finds similar passages, and ranks first what both searches find", async () => {
    const texts = ["a cat on a mat", "felines at rest", "steel and glass"];
    const { find } = await indexed(texts, [
      [0.8, 0.6],
      [1, 0],
      [0, 1],
    ]);
    expect(await find("kitty", { embedding: [1, 0] })).toEqual([1, 0, 2]);
    expect((await find("cat", { embedding: [1, 0] }))[0]).toBe(0);
  });

  it("leaves out vectors of another model", async () => {
    const { find } = await indexed(["a", "b"], [[1, 0, 0]]);
    expect(await find("kitty", { embedding: [1, 0] })).toEqual([]);
    expect(await find("kitty", { embedding: [1, 0, 0] })).toEqual([0]);
  });
});
