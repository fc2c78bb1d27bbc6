/** What was asked, with which files, and where it stands, is what sealed logs say; an edit is found, what people do is not suspected. */
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import {
  modelControl,
  newTalk,
  type TakenTurn,
  type Talk,
} from "../../../../coordinator/testing/take-turns.ts";
import { decide, talkOfPeople } from "../../../../coordinator/testing/talk-of-people.ts";
import { provideUms } from "../../../../ums/testing/provide-ums.ts";
import { recordRole } from "../../../accounts/record-role.ts";
import { removeUpload } from "../../../attachments/uploads.ts";
import { db, kysely } from "../../../client.ts";
import { correctFact } from "../../../conversations/correct-fact.ts";
import { eraseConversation } from "../../../erasure/erase.ts";
import { applyRetention } from "../../../erasure/retention/apply-retention.ts";
import { shareConversation } from "../../../shares/share-conversation.ts";
import { endRun, seal } from "../../../testing/trail-fixtures.ts";
import { upload } from "../../../testing/turn-fixtures.ts";
import { findEdits } from "../find-edits.ts";
import { findEditedFiles } from "./find-edited-files.ts";
import { findAddedMessages, findEditedQuestions } from "./find-edited-questions.ts";

provideUms();
process.env.WEB_SEARCH_PROVIDER = "local";

let talk: Talk;
/** With two files, and the one behind it. */
let asked: TakenTurn;
let next: TakenTurn;
/** That cites a source. */
let cited: TakenTurn;
/** That made a file. */
let drew: TakenTurn;

const uploadText = (of: Talk, name: string) =>
  upload(of.actor, { name, mediaType: "text/plain", data: Buffer.from(`Of ${name}, in words.`) });

beforeAll(async () => {
  talk = await newTalk();
  const files = [await uploadText(talk, "one.txt"), await uploadText(talk, "two.txt")];
  const attachmentIds = files.map(({ id }) => id);
  asked = await talk.say("Tell me about mirrors.", { attachmentIds });
  next = await talk.say("Tell me about glass.", { pasted: [[8, 20]] });
  cited = await talk.say("What's the weather in Paris?");
  drew = await (await newTalk()).say("list the users and chart how many joined each month");
  briefed = await writeBrief(await newTalk());
  await seal();
});

/** With a document, in a conversation of its own. */
let briefed: TakenTurn;

/** @returns the turn whose answer has the document */
async function writeBrief(own: Talk): Promise<TakenTurn> {
  for (const said of ["I need a brief for a mobile app", "Find lost dogs", "Dog owners", "iOS"])
    await own.say(said);
  return own.say("In March");
}

/** All edits of one kind, then a look, and nothing of it stays. */
async function findAfter(statement: string): Promise<object[]> {
  const transaction = await kysely().startTransaction().execute();
  try {
    const ids = { asked: asked.userMessageId, answered: asked.answerMessageId, run: asked.runId };
    const others = { next: next.userMessageId, cited: cited.answerMessageId };
    const far = { drew: drew.answerMessageId, elsewhere: drew.conversationId };
    const made = { briefed: briefed.answerMessageId };
    const edit = Object.entries({ ...ids, ...others, ...far, ...made }).reduce(
      (text, [name, id]) => text.replaceAll(`$${name}`, `'${id}'::uuid`),
      statement,
    );
    const { numAffectedRows = 0n } = await sql.raw(edit).execute(transaction);
    expect(numAffectedRows).toBeGreaterThan(0n);
    return [
      ...(await findEditedQuestions(transaction)),
      ...(await findAddedMessages(transaction)),
      ...(await findEditedFiles(transaction)),
    ];
  } finally {
    await transaction.rollback().execute();
  }
}

const found = (fault: string, { runId }: TakenTurn) => ({ fault, runId });

describe("an edit by SQL", () => {
  it("is needed for a finding", async () => {
    const nothing = "UPDATE message SET superseded_at = superseded_at";
    expect(await findAfter(nothing)).toEqual([]);
  });

  it.each([
    ["its words", "UPDATE message SET content = content || '!' WHERE id = $asked"],
    ["its role", "UPDATE message SET role = 'assistant' WHERE id = $asked"],
    ["whose it is", "UPDATE message SET author_id = 'x' WHERE id = $asked"],
  ])("is found: of a question, %s", async (_what, statement) => {
    expect(await findAfter(statement)).toMatchObject([found("question-edited", asked)]);
  });

  it.each(["NULL", "'[]'", "'[[8, 9]]'", "'[[8, 20], [20, 21]]'", "'{}'"])(
    "is found: %s for what of a question was pasted",
    async (pasted) => {
      const statement = `UPDATE message SET pasted = ${pasted} WHERE id = $next`;
      expect(await findAfter(statement)).toMatchObject([found("question-edited", next)]);
    },
  );

  it("is found: what was typed as pasted", async () => {
    const statement = "UPDATE message SET pasted = '[[0, 4]]' WHERE id = $asked";
    expect(await findAfter(statement)).toMatchObject([found("question-edited", asked)]);
  });

  it("is found: two questions that were swapped", async () => {
    const swap = `UPDATE message SET content = other.content FROM message AS other
      WHERE (message.id, other.id) IN (($asked, $next), ($next, $asked))`;
    expect(await findAfter(swap)).toMatchObject(
      [asked, next].map((turn) => found("question-edited", turn)),
    );
  });

  it.each([
    ["a question without its parent", "UPDATE message SET parent_id = NULL WHERE id = $next"],
    ["behind another", "UPDATE message SET parent_id = $cited WHERE id = $next"],
    ["as another version", "UPDATE message SET branch = 7 WHERE id = $next"],
    ["at another place", "UPDATE message SET ordinal = 700 WHERE id = $next"],
    [
      "in another conversation",
      "UPDATE message SET conversation_id = $elsewhere, ordinal = 700 WHERE id = $next",
    ],
  ])("is found: a question %s", async (_what, statement) => {
    expect(await findAfter(statement)).toMatchObject([found("message-moved", next)]);
  });

  it.each([
    ["below another question", "parent_id = $next"],
    ["of a person", "author_id = 'x'"],
    ["of pasted words", "pasted = '[[0, 4]]'"],
    ["as a question", "role = 'user'"],
    ["as another version", "branch = 7"],
    ["at another place", "ordinal = 700"],
    ["in another conversation", "conversation_id = $elsewhere, ordinal = 700"],
  ])("is found: an answer %s", async (_what, edit) => {
    const statement = `UPDATE message SET ${edit} WHERE id = $answered`;
    expect(await findAfter(statement)).toMatchObject([found("message-moved", asked)]);
  });

  it.each(["conversation_id = $elsewhere", "user_message_id = $next", "user_id = 'x'"])(
    "is found: a run whose %s",
    async (edit) => {
      const statement = `UPDATE run SET ${edit} WHERE id = $run`;
      expect(await findAfter(statement)).toContainEqual(
        expect.objectContaining(found("message-moved", asked)),
      );
    },
  );

  it("is found: a question that was removed with all that goes with it", async () => {
    const all = await findAfter("DELETE FROM message WHERE id = $asked");
    for (const fault of ["question-edited", "message-moved", "attachment-edited"])
      expect(all).toContainEqual(expect.objectContaining(found(fault, asked)));
  });

  it("is found: a message that no turn wrote", async () => {
    const added = `INSERT INTO message (id, conversation_id, ordinal, role, content)
      VALUES (gen_random_uuid(), $elsewhere, 700, 'user', 'x')`;
    const name = `conversation:${drew.conversationId}`;
    expect(await findAfter(added)).toMatchObject([{ fault: "message-added", name }]);
  });

  it("is found: a turn that never ended on record", async () => {
    const added = `WITH question AS (
        INSERT INTO message (id, conversation_id, ordinal, role, content)
        VALUES (gen_random_uuid(), $elsewhere, 700, 'user', 'x'), (gen_random_uuid(), $elsewhere, 701, 'assistant', 'y')
        RETURNING id, role)
      INSERT INTO run (id, conversation_id, user_id, user_message_id, answer_message_id, agent_id, status, lease_owner,
        lease_until)
      SELECT gen_random_uuid(), $elsewhere, 'x', question.id, answer.id, 'general', 'complete', 'x', now()
      FROM question JOIN question AS answer ON question.role = 'user' AND answer.role = 'assistant'`;
    const name = `conversation:${drew.conversationId}`;
    expect(await findAfter(added)).toMatchObject([{ fault: "message-added", name }]);
  });

  it.each([
    ["other sources", `sources = jsonb_set(sources, '{0,title}', '"x"')`],
    ["none", "sources = NULL"],
  ])("is found: of an answer, %s", async (_what, edit) => {
    const statement = `UPDATE message SET ${edit} WHERE id = $cited`;
    expect(await findAfter(statement)).toMatchObject([found("sources-edited", cited)]);
  });

  it("is found: sources that the answer had not", async () => {
    const statement = `UPDATE message SET sources = '[]' WHERE id = $answered`;
    expect(await findAfter(statement)).toMatchObject([found("sources-edited", asked)]);
  });

  it.each([
    ["another name", "name = 'x'"],
    ["another type", "media_type = 'text/html'"],
    ["another size", "size_bytes = 7"],
    ["another digest", "sha256 = repeat('0', 64)"],
    ["other bytes", "data = '\\x00'"],
    ["other bytes and their digest", "data = '\\x00', sha256 = encode(sha256('\\x00'), 'hex')"],
    ["another place", "position = 0"],
    ["a description", "alt = 'x'"],
    ["another time", "created_at = now() - interval '1 year'"],
    ["another person", `owner_id = (SELECT id FROM "user" WHERE id <> owner_id LIMIT 1)`],
    ["another message", "message_id = $next"],
    ["no message", "message_id = NULL"],
    ["another conversation", "conversation_id = $elsewhere"],
    ["a document that it revises", "revises_id = id"],
  ])("is found: of a file, %s", async (_what, edit) => {
    const statement = `UPDATE attachment SET ${edit} WHERE message_id = $asked AND position = 1`;
    expect(await findAfter(statement)).toContainEqual(
      expect.objectContaining(found("attachment-edited", asked)),
    );
  });

  it.each([
    [
      "two that were swapped",
      `UPDATE attachment SET data = other.data, sha256 = other.sha256, size_bytes = other.size_bytes
        FROM attachment AS other WHERE attachment.message_id = $asked AND other.message_id = $asked
          AND attachment.id <> other.id`,
    ],
    ["one that was removed", "DELETE FROM attachment WHERE message_id = $asked AND position = 2"],
    [
      "one that was added",
      `INSERT INTO attachment (id, owner_id, conversation_id, message_id, name, media_type, size_bytes, sha256, data)
        SELECT gen_random_uuid(), owner_id, conversation_id, message_id, name, media_type, size_bytes, sha256, data
        FROM attachment WHERE message_id = $asked AND position = 1`,
    ],
  ])("is found: of files, %s", async (_what, statement) => {
    expect(await findAfter(statement)).toMatchObject([found("attachment-edited", asked)]);
  });

  it.each([
    ["that was removed", "DELETE FROM attachment WHERE message_id = $drew"],
    ["with another description", "UPDATE attachment SET alt = 'x' WHERE message_id = $drew"],
    ["of another time", "UPDATE attachment SET created_at = now() WHERE message_id = $drew"],
    ["at another place", "UPDATE attachment SET position = 7 WHERE message_id = $drew"],
    ["as a correction", "UPDATE attachment SET revises_id = id WHERE message_id = $drew"],
    ["of nobody's answer", "UPDATE attachment SET message_id = NULL WHERE message_id = $drew"],
    [
      "of another person",
      `UPDATE attachment SET owner_id = (SELECT id FROM "user" WHERE id <> owner_id LIMIT 1) WHERE message_id = $drew`,
    ],
  ])("is found: a file that a tool made, %s", async (_what, statement) => {
    expect(await findAfter(statement)).toMatchObject([found("file-edited", drew)]);
  });
});

const ofBrief = "WHERE message_id = $briefed AND name = 'project-brief.md'";

describe("an edit by SQL of a document that an agent wrote", () => {
  it.each([
    ["its name", `UPDATE attachment SET name = 'x' ${ofBrief}`],
    ["its type", `UPDATE attachment SET media_type = 'x' ${ofBrief}`],
    ["its size", `UPDATE attachment SET size_bytes = 7 ${ofBrief}`],
    ["its digest", `UPDATE attachment SET sha256 = repeat('0', 64) ${ofBrief}`],
    ["its bytes", `UPDATE attachment SET data = '\\x00' ${ofBrief}`],
    ["where it belongs", `UPDATE attachment SET message_id = NULL ${ofBrief}`],
    ["all of it", `DELETE FROM attachment ${ofBrief}`],
    [
      "a second one",
      `INSERT INTO attachment (id, owner_id, conversation_id, message_id, name, media_type, size_bytes, sha256, data)
        SELECT gen_random_uuid(), owner_id, conversation_id, message_id, name, media_type, size_bytes, sha256, data
        FROM attachment ${ofBrief}`,
    ],
  ])("is found: %s", async (_what, statement) => {
    expect(await findAfter(statement)).toMatchObject([found("file-edited", briefed)]);
  });
});

it("finds a file with another answer in both runs", async () => {
  const moved = "UPDATE attachment SET message_id = $answered WHERE message_id = $drew";
  const both = [drew, asked].map((turn) => found("file-edited", turn));
  expect(await findAfter(moved)).toMatchObject(both);
});

/** Seals, and looks. The people of these talks have roles that nothing gave them. */
async function expectHonest(what: string): Promise<void> {
  for (const { id } of await db().user.findMany()) await recordRole(id);
  await seal();
  expect(await findEdits(), what).toEqual([]);
}

describe("what people do", () => {
  it("is not suspected: versions of questions and answers, with and without their files", async () => {
    const own = await newTalk();
    await removeUpload(own.actor, (await uploadText(own, "draft.txt")).id);
    const { id } = await uploadText(own, "kept.txt");
    const first = await own.say("Tell me about mirrors.", { attachmentIds: [id] });
    await expectHonest("a file");
    const again = await own.retry();
    const kept = { attachmentIds: [id], editedId: first.userMessageId };
    await own.edit(await own.say("Tell me about glass.", kept), "Tell me about both.");
    await expectHonest("edits");
    await own.show(again);
    await own.say("Und von Spiegeln, 鏡 und 🪞?");
    await own.retry(again);
    await shareConversation(own.actor, { conversationId: own.conversationId(), isNamed: true });
    await expectHonest("branches");
  });

  it("is not suspected: an answer that is continued, with a picture", async () => {
    const own = await newTalk();
    const figures = { type: "bar", labels: ["a"], series: [{ name: "n", values: [1] }] };
    await modelControl().queue({
      scenario: "scripted",
      match: "two bars",
      replies: [
        { toolCalls: [{ name: "draw_chart", arguments: figures }] },
        { text: "It shows", finishReason: "length" },
        { text: " a bar", finishReason: "length" },
        { text: ", and no more." },
      ],
    });
    await own.say("two bars");
    await own.goOn();
    await own.goOn();
    await expectHonest("continued");
  });

  it("is not suspected: a document, one of another try, and a fact that its person corrected", async () => {
    const own = await newTalk();
    await writeBrief(own);
    const { actor } = own;
    const conversationId = own.conversationId();
    const documents = () => db().attachment.count({ where: { conversationId } });
    expect(await documents()).toBe(1);
    await correctFact(actor, { conversationId, path: "/answers/goal", value: "Find lost cats" });
    expect(await documents()).toBe(2);
    await expectHonest("a correction");
    await own.retry();
    await expectHonest("another try");
  });

  it("is not suspected: a decision, and a run that was interrupted", async () => {
    const { talk: own } = await talkOfPeople();
    await own.say("delete the first one");
    await decide(own, "declined");
    await endRun();
    await expectHonest("decided");
  });

  it("is not suspected: retention of files, and erasure", async () => {
    const own = await newTalk();
    const { id } = await uploadText(own, "old.txt");
    await sql`UPDATE attachment SET created_at = now() - interval '40 days' WHERE id = ${id}::uuid`.execute(
      kysely(),
    );
    await own.say("Tell me about mirrors.", { attachmentIds: [id] });
    await seal();
    expect(await applyRetention("attachments", 30)).toMatchObject({ attachment: 1 });
    await expectHonest("retention");
    await own.retry();
    await expectHonest("an answer without the file");
    expect(await eraseConversation(null, own.conversationId())).toMatchObject({ ok: true });
    await expectHonest("erasure");
  });
});
