/** What a person's search finds, and what it never finds. */
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ROOT } from "../../../scripts/setup/paths.ts";
import type { Actor } from "../../access/actor.ts";
import { foldText } from "../../contracts/public/search/fold-text.ts";
import { parseSearchQuery } from "../../contracts/public/search/search-query.ts";
import { db } from "../client.ts";
import { organiseConversations } from "../conversations/organise/organise-conversations.ts";
import { eraseConversation } from "../erasure/erase.ts";
import { SEARCH_MESSAGES_MAX } from "../limits.ts";
import { createPerson, provideTestDatabase } from "../testing/turn-fixtures.ts";
import { findInConversation } from "./find-in-conversation.ts";
import { searchMessages } from "./search-messages.ts";

provideTestDatabase();

/** A conversation of these messages, question and answer by turns. */
async function converse(actor: Actor, contents: readonly string[], title = "Talk") {
  const id = randomUUID();
  await db().conversation.create({ data: { id, userId: actor.userId, title } });
  const ids = contents.map(() => randomUUID());
  await db().message.createMany({
    data: contents.map((content, place) => ({
      id: ids[place] ?? "",
      conversationId: id,
      ordinal: place + 1,
      content,
      ...(place % 2 === 0 ? { role: "user" } : { role: "assistant", ending: "complete" }),
      parentId: ids[place - 1] ?? null,
    })),
  });
  return { id, ids };
}

const excerpts = async (actor: Actor, query: string) =>
  (await searchMessages(actor, query)).messages.map(({ excerpt }) => excerpt);

describe("a person's search", () => {
  it.each([
    ["The Research of Cafés", "cafe", true],
    ["The Research of Cafés", "RÉS", true],
    ["The Research of Cafés", "search", false],
    ["The Research of Cafés", "the caf", true],
    ["The Research of Cafés", '"research of"', true],
    ["The Research of Cafés", '"of research"', false],
    ["私は京都大学の学生です", "大学の学", true],
    ["私は京都大学の学生です", "学", true],
    ["私は京都大学の学生です", "大学生", false],
    ["قرأت الكتاب أمس", "كتاب", true],
    ["قرأتُ الكِتابَ أمس", "كتاب", true],
    ["Мы говорили о ПОГОДЕ", "погод", true],
    ["Use C++ or C#", "c#", true],
    ["Use C++", "c#", false],
    ["All fine 😀", "😀", true],
    ["50 % of it", "100%", false],
    ["a_b 'quoted' \\ back", "'quoted' \\", true],
    ["We don’t know", "don't", true],
    ["We don't know", "don’t", true],
    ["the years 1914–1918", "1914-1918", true],
    ["a well\u2011known e‐mail", "well-known e-mail", true],
    ["costs 12\u202f000 in all", '"12 000"', true],
    ["the Donau\u00addampf ship", "donaudampf", true],
    ["می\u200cخواهم بروم", "میخواهم", true],
    ["an oﬃce in ＴＯＫＹＯ", "office tokyo", true],
    ["İstanbul and ΟΔΥΣΣΕΥΣ", "istanbul οδυσσευς", true],
    ["Þór in Ħamrun", "thor hamrun", true],
    ["call foo.bar() in v1.2", "foo.bar v1.2", true],
    ["call foo.bar() in v1.2", "bar", true],
    ["costs 12,5", "12,5", true],
    ["costs 12,5", "12.5", false],
  ])("of %j for %j", async (said, query, isFound) => {
    const actor = await createPerson();
    await converse(actor, [said]);
    expect(await excerpts(actor, query)).toEqual(isFound ? [said.replaceAll("\u202f", " ")] : []);
    // As often as the newest messages are not enough, the index decides.
    const lexemes = parseSearchQuery(query).flatMap((term) => term.lexemes);
    const [indexed] = await db().$queryRaw<{ found: boolean }[]>`
      SELECT search_terms(${said}) @@ ${lexemes.join(" & ")}::tsquery AS found`;
    if (isFound && lexemes.length > 0) expect(indexed?.found).toBe(true);
  });

  it("finds titles and both sides, the newest conversation first, and marks the hits", async () => {
    const actor = await createPerson();
    const older = await converse(actor, ["A zebra", "No animal"], "Zebras and more");
    await db().conversation.update({ where: { id: older.id }, data: { updatedAt: new Date(0) } });
    await converse(actor, ["What has stripes?", "A zebra has."]);
    const { conversations, messages, hasMore } = await searchMessages(actor, "zeb");
    expect(conversations).toEqual([
      { id: older.id, title: "Zebras and more", ranges: [[0, 3]], isArchived: false },
    ]);
    expect(messages.map(({ role, excerpt, ranges }) => [role, excerpt, ranges])).toEqual([
      ["assistant", "A zebra has.", [[2, 5]]],
      ["user", "A zebra", [[2, 5]]],
    ]);
    expect(hasMore).toBe(false);
  });

  it("shows a part of many, and says so", async () => {
    const actor = await createPerson();
    await converse(
      actor,
      Array.from({ length: SEARCH_MESSAGES_MAX + 1 }, () => "many"),
    );
    const { messages, hasMore } = await searchMessages(actor, "many");
    expect([messages.length, hasMore]).toEqual([SEARCH_MESSAGES_MAX, true]);
  });

  it("marks what is archived, and versions that are not shown; leaves out what another answer took over", async () => {
    const actor = await createPerson();
    const { id, ids } = await converse(actor, ["walrus one", "walrus two", "walrus three"]);
    const set = (place: number, data: object) =>
      db().message.update({ where: { id: ids[place] ?? "" }, data });
    await set(1, { supersededAt: new Date() });
    await set(2, { supersededAt: new Date(), continuedAt: new Date() });
    await organiseConversations(actor, { conversationIds: [id], change: { to: "archived" } });
    const { messages } = await searchMessages(actor, "walrus");
    expect(
      messages.map(({ excerpt, isArchived, isOtherVersion }) => [
        excerpt,
        isArchived,
        isOtherVersion,
      ]),
    ).toEqual([
      ["walrus two", true, true],
      ["walrus one", true, false],
    ]);
  });

  it("finds nothing of others, nothing that was deleted, and nothing that was erased", async () => {
    const [actor, other] = [await createPerson(), await createPerson()];
    const admin = await createPerson("admin");
    const { id } = await converse(actor, ["a secret pelican"], "Pelican talk");
    const nothing = { conversations: [], messages: [], hasMore: false };
    expect(await searchMessages(other, "pelican")).toEqual(nothing);
    expect(await searchMessages(admin, "pelican")).toEqual(nothing);
    await expect(findInConversation(other, id, "pelican")).rejects.toThrow();
    await organiseConversations(actor, { conversationIds: [id], change: { to: "deleted" } });
    expect(await searchMessages(actor, "pelican")).toEqual(nothing);
    await expect(findInConversation(actor, id, "pelican")).rejects.toThrow();
    await organiseConversations(actor, { conversationIds: [id], change: { to: "undeleted" } });
    expect((await searchMessages(actor, "pelican")).messages).toHaveLength(1);
    const setExpiry = (expiresAt: Date | null) =>
      db().conversation.update({ where: { id }, data: { expiresAt } });
    await setExpiry(new Date(Date.now() + 60_000));
    expect(await searchMessages(actor, "pelican"), "a temporary chat").toEqual(nothing);
    await setExpiry(null);
    expect(await eraseConversation(admin, id)).toMatchObject({ ok: true });
    expect(await searchMessages(actor, "pelican")).toEqual(nothing);
  });

  it("does nothing for no words, and fails for no query", async () => {
    const actor = await createPerson();
    await converse(actor, ["something"]);
    const hostile = [
      "",
      "  ",
      '"',
      "\0",
      "\ud800",
      "'); DROP TABLE message",
      "a:* & !b",
      "((((",
      "\\",
    ];
    for (const query of hostile) {
      await expect(searchMessages(actor, query)).resolves.toBeDefined();
    }
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "binary", maxLength: 200 }), async (query) => {
        await searchMessages(actor, query);
      }),
      { numRuns: 100 },
    );
  });

  it("compares texts as the browser marks them", async () => {
    const text = fc.string({
      unit: fc.oneof(
        fc.constantFrom(..."aZéÉßÆœŁøđıİΣςÀ̀ﬁ１Ａـ اَأكتابकि京가か゛"),
        fc.integer({ min: 0x20, max: 0x24f }).map((code) => String.fromCodePoint(code)),
        fc.integer({ min: 0x370, max: 0x3ff }).map((code) => String.fromCodePoint(code)),
        // Hyphens, quotes, spaces, digits and marks of many scripts.
        fc.integer({ min: 0x580, max: 0x6ff }).map((code) => String.fromCodePoint(code)),
        fc.integer({ min: 0x2000, max: 0x2100 }).map((code) => String.fromCodePoint(code)),
        fc.integer({ min: 0x3000, max: 0x3020 }).map((code) => String.fromCodePoint(code)),
        fc.integer({ min: 0xff00, max: 0xffef }).map((code) => String.fromCodePoint(code)),
        fc.constantFrom(..."\u00ad\u02bc\u02b9\ufe0f\ufeff−∕∼þħŧ´"),
      ),
      maxLength: 30,
    });
    const said = fc.sample(text, 1_500).map((one) => one.replaceAll("\0", ""));
    const rows = await db().$queryRaw<{ folded: string }[]>`
      SELECT search_fold(said) AS folded FROM unnest(${said}::text[]) WITH ORDINALITY AS given(said, place)
      ORDER BY place`;
    expect(rows.map(({ folded }) => folded)).toEqual(said.map(foldText));
  });
});

describe("the index", () => {
  const readMigration = (name: string) =>
    readFileSync(join(ROOT, "prisma/migrations", name, "migration.sql"), "utf8");
  /** The index and no walk through the table, as for a rare word of a person with many messages. */
  const indexed = (word: string) =>
    db().$transaction(async (transaction) => {
      await transaction.$executeRawUnsafe("SET LOCAL enable_seqscan = off");
      return transaction.$queryRaw<{ content: string }[]>`
        SELECT content FROM message WHERE search_terms(content) @@ ${`'${word}':*`}::tsquery`;
    });

  it("finds messages from before it knew what is not seen", async () => {
    const [before = ""] = /CREATE FUNCTION "search_fold"[^;]+;/.exec(
      readMigration("0021_message_search"),
    ) ?? [""];
    const content = "the Dampf\u00adschiff of old";
    await db().$executeRawUnsafe(before.replace("CREATE", "CREATE OR REPLACE"));
    await converse(await createPerson(), [content]);
    expect(await indexed("dampfschiff")).toEqual([]);
    const [fold = "", rebuild = ""] = readMigration("0049_search_folding").split(/(?=REINDEX)/);
    await db().$executeRawUnsafe(fold);
    await db().$executeRawUnsafe(rebuild);
    expect(await indexed("dampfschiff")).toEqual([{ content }]);
  });
});

describe("the places in one conversation", () => {
  it("are counted along the path that is shown, also inside of words", async () => {
    const actor = await createPerson();
    const { id, ids } = await converse(actor, [
      "Otter, OTTER",
      "none",
      "an otterlike cotter",
      "otter",
    ]);
    await db().message.update({ where: { id: ids[3] ?? "" }, data: { supersededAt: new Date() } });
    expect(await findInConversation(actor, id, "otter")).toEqual({
      places: [
        { messageId: ids[0], count: 2 },
        { messageId: ids[2], count: 2 },
      ],
    });
    expect(await findInConversation(actor, id, " ")).toEqual({ places: [] });
  });
});
