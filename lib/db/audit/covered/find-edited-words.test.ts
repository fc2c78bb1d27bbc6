/** What people wrote beside their answers, and what they share, is what the trail has a commitment to; honest changes are not suspected. */
import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import type { Actor } from "../../../access/actor.ts";
import { db, kysely } from "../../client.ts";
import { giveFeedback } from "../../conversations/give-feedback.ts";
import { organiseConversations } from "../../conversations/organise/organise-conversations.ts";
import { eraseConversation } from "../../erasure/erase.ts";
import { revokeShare, shareConversation } from "../../shares/share-conversation.ts";
import { createPerson, newTurn, provideTestDatabase, upload } from "../../testing/turn-fixtures.ts";
import { createTurn } from "../../turns/create-turn.ts";
import { findEditedFeedback, findEditedShares, findStrayFeedback } from "./find-edited-words.ts";

provideTestDatabase();

let person: Actor;
let talk: { conversationId: string; answerMessageId: string; runId: string };

/** A turn whose answer brought a picture. */
async function take(conversationId?: string) {
  const begun = await createTurn(person, newTurn(conversationId ? { conversationId } : {}));
  if (!begun.ok || begun.repeated) throw new Error("the turn did not begin");
  const { turn } = begun;
  const { id } = await upload(person, {
    name: "chart.svg",
    mediaType: "image/svg+xml",
    data: Buffer.from("<svg/>"),
  });
  const place = { messageId: turn.answerMessageId, conversationId: turn.conversationId };
  await db().attachment.update({ where: { id }, data: place });
  const ended = { status: "complete", endedAt: new Date() };
  await db().run.update({ where: { id: turn.runId }, data: ended });
  const answer = { ending: "complete", content: "An answer" };
  await db().message.update({ where: { id: turn.answerMessageId }, data: answer });
  return turn;
}

beforeEach(async () => {
  await db().user.deleteMany();
  await db().auditEvent.deleteMany();
  person = await createPerson();
  talk = await take();
});

/** Edits, looks, and takes it back. */
async function findAfter(find: typeof findEditedShares, ...statements: string[]) {
  const transaction = await kysely().startTransaction().execute();
  try {
    for (const statement of statements) {
      const { numAffectedRows } = await sql.raw(statement).execute(transaction);
      expect(numAffectedRows).toBe(1n);
    }
    return (await find(transaction)).map(({ fault, name, runId }) => ({ fault, name, runId }));
  } finally {
    await transaction.rollback().execute();
  }
}

const give = (verdict: "up" | "down" | null, words = "") =>
  giveFeedback(person, {
    answerMessageId: talk.answerMessageId,
    feedback: verdict && { verdict, words },
  });
const share = (isNamed = false) =>
  shareConversation(person, { conversationId: talk.conversationId, isNamed });
const ofLink = () => ({
  fault: "share-edited",
  name: `conversation:${talk.conversationId}`,
  runId: null,
});

describe("feedback", () => {
  it("is not suspected, however often and quickly it is changed", async () => {
    const odd = 'a "quote" \\ / <b>&amp;</b>\u007f\u0001\t\r\n\u2028 é 😀';
    for (const words of ["one", "two", "", "one", odd]) {
      for (const verdict of ["down", "up", null, "down"] as const) {
        await give(verdict, verdict === null ? "" : words);
        expect(await findEditedFeedback()).toEqual([]);
      }
    }
    await Promise.all(["here", "there"].map((words) => give("up", words)));
    expect(await findEditedFeedback()).toEqual([]);
  });

  it("is not recorded where the same is said again", async () => {
    await give("down", "one");
    await give("down", "one");
    await give("down", "two");
    const rows = await db().auditEvent.findMany({ where: { action: "feedback.given" } });
    expect(rows).toHaveLength(2);
    expect(JSON.stringify(rows)).not.toContain("one");
  });

  it.each([
    ["other words", "UPDATE feedback SET words = 'zz'"],
    ["no words", "UPDATE feedback SET words = ''"],
    ["no salt", "UPDATE feedback SET salt = NULL"],
    ["another verdict", "UPDATE feedback SET verdict = 'up'"],
    ["none", "DELETE FROM feedback"],
  ])("is found with %s", async (_what, statement) => {
    await give("up", "first");
    await give("down", "second");
    const found = { fault: "feedback-edited", name: null, runId: talk.runId };
    expect(await findAfter(findEditedFeedback, statement)).toEqual([found]);
  });

  it("is found where a function of the database says that it is the same", async () => {
    await give("down", "first");
    const { salt } = await db().feedback.findFirstOrThrow();
    const transaction = await kysely().startTransaction().execute();
    try {
      const said = sql.lit(`${salt}\n"first"`);
      await sql`CREATE FUNCTION convert_to(text, text) RETURNS bytea LANGUAGE sql IMMUTABLE
        RETURN pg_catalog.convert_to(${said}, 'UTF8'::name)`.execute(transaction);
      await sql`UPDATE feedback SET words = 'forged'`.execute(transaction);
      expect(await findEditedFeedback(transaction)).toMatchObject([{ fault: "feedback-edited" }]);
    } finally {
      await transaction.rollback().execute();
    }
  });

  it("is found with what was said a moment before", async () => {
    await give("down", "first");
    const { salt } = await db().feedback.findFirstOrThrow();
    await give("down", "second");
    const back = `UPDATE feedback SET words = 'first', salt = '${salt}'`;
    expect(await findAfter(findEditedFeedback, back)).toHaveLength(1);
    await give(null);
    const again = `INSERT INTO feedback (answer_message_id, conversation_id, verdict, words, salt)
      VALUES ('${talk.answerMessageId}', '${talk.conversationId}', 'down', 'first', '${salt}')`;
    expect(await findAfter(findEditedFeedback, again)).toHaveLength(1);
  });

  it("is found in another conversation", async () => {
    const { conversationId } = await take();
    await give("down", "first");
    const moved = `UPDATE feedback SET conversation_id = '${conversationId}'`;
    expect(await findAfter(findEditedFeedback, moved)).toHaveLength(1);
  });

  it("is found on what is no answer", async () => {
    const question = `INSERT INTO feedback (answer_message_id, conversation_id, verdict)
      SELECT id, conversation_id, 'up' FROM message WHERE role = 'user'`;
    const [found] = await findAfter(findStrayFeedback, question);
    expect(found).toMatchObject({ fault: "feedback-edited", runId: null });
  });

  it("says nothing of its words in a row of an earlier version", async () => {
    await give("down", "first");
    await db().$executeRaw`UPDATE audit_event SET detail = '{"verdict":"down","hasWords":true}'`;
    const words = "UPDATE feedback SET words = 'zz'";
    expect(await findAfter(findEditedFeedback, words)).toEqual([]);
    const none = "UPDATE feedback SET words = ''";
    expect(await findAfter(findEditedFeedback, none)).toHaveLength(1);
  });
});

describe("a shared copy", () => {
  it("is not suspected, whatever its person does", async () => {
    const honest = async () => expect(await findEditedShares()).toEqual([]);
    await honest();
    await share();
    await share(true);
    await honest();
    await take(talk.conversationId);
    await honest();
    const { id: shareLinkId } = await share();
    await db().conversation.updateMany({ data: { title: "Another title" } });
    await db().user.updateMany({ data: { name: "Another name" } });
    await honest();
    await revokeShare(person, { shareLinkId });
    await honest();
    await share();
    const conversationIds = [talk.conversationId];
    for (const to of ["deleted", "undeleted"] as const) {
      await organiseConversations(person, { conversationIds, change: { to } });
      await honest();
    }
    await db().auditEvent.updateMany({ data: { detail: {} } });
    await honest();
    await share();
    await honest();
    expect(await eraseConversation(null, talk.conversationId)).toMatchObject({ ok: true });
    await honest();
  });

  it.each([
    ["another word", `copy = jsonb_set(copy, '{messages,0,text}', '"zz"')`],
    ["another title", "title = 'zz'"],
    ["another name", "shared_by = 'zz'"],
    ["no name", "shared_by = NULL"],
    ["another time", "frozen_at = frozen_at + interval '1 ms'"],
    ["a time without end", "frozen_at = 'infinity'"],
    ["no salt", "salt = NULL"],
    ["a number that no text has", `copy = jsonb_set(copy, '{version}', '1e999')`],
  ])("is found with %s", async (_what, edit) => {
    await share(true);
    expect(await findAfter(findEditedShares, `UPDATE share_link SET ${edit}`)).toEqual([ofLink()]);
  });

  it.each([
    ["another one", "UPDATE shared_picture SET data = '\\x00'"],
    ["another type", "UPDATE shared_picture SET media_type = 'text/html'"],
    ["none", "DELETE FROM shared_picture"],
    [
      "one more",
      "INSERT INTO shared_picture (id, share_link_id, media_type, data) SELECT gen_random_uuid(), id, 'image/png', '\\x00' FROM share_link",
    ],
  ])("is found with another picture: %s", async (_what, statement) => {
    await share();
    expect(await findAfter(findEditedShares, statement)).toEqual([ofLink()]);
  });

  it("is found as it was before it was made anew, without its link, and with a revoked one", async () => {
    const { id: shareLinkId } = await share();
    const before = JSON.stringify(await readLink());
    const put = `INSERT INTO share_link SELECT * FROM jsonb_populate_record(NULL::share_link, '${before}')`;
    await share(true);
    const remove = "DELETE FROM share_link";
    expect(await findAfter(findEditedShares, remove, put)).toEqual([ofLink()]);
    expect(await findAfter(findEditedShares, remove)).toEqual([ofLink()]);
    await revokeShare(person, { shareLinkId });
    expect(await findAfter(findEditedShares, put)).toEqual([ofLink()]);
  });

  it("says nothing of its words in a row of an earlier version", async () => {
    const { id: shareLinkId } = await share();
    const detail = { shareLinkId, messages: 2, named: false };
    await db().auditEvent.updateMany({ data: { detail } });
    await db().shareLink.updateMany({ data: { salt: null, title: "zz" } });
    expect(await findEditedShares()).toEqual([]);
    const named = "UPDATE share_link SET shared_by = 'zz'";
    expect(await findAfter(findEditedShares, named)).toEqual([ofLink()]);
  });
});

async function readLink(): Promise<unknown> {
  const [row] = await db().$queryRaw<{ link: unknown }[]>`
    SELECT to_jsonb(share_link) AS link FROM share_link`;
  return row?.link;
}
