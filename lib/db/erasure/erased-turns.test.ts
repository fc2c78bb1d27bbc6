/** Turns that went through every store, and what is left of them once their conversation is erased. */
import { readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { modelControl, newTalk, type Talk } from "../../coordinator/testing/take-turns.ts";
import { provideUms } from "../../ums/testing/provide-ums.ts";
import { saveMadeFiles } from "../attachments/save-made-files.ts";
import { readTombstones } from "../audit/anchor/write-tombstones.ts";
import { checkRuns } from "../audit/runs/read-runs.ts";
import { db } from "../client.ts";
import { indexAttachment } from "../passages/index-attachment.ts";
import { sweepDatabase } from "../testing/sweep-database.ts";
import { checkTrail, noteInLog, seal } from "../testing/trail-fixtures.ts";
import { createPerson, upload } from "../testing/turn-fixtures.ts";
import { eraseAgain, eraseConversation } from "./erase.ts";

provideUms();

/** Each word is written in one way, and where it must be found before the erasure. */
const CANARIES = {
  zqasked: ["message.content", "run_event.payload", "conversation.title"],
  zqanswered: ["message.content"],
  zqcalled: ["run_event.payload", "hidden_state.state"],
  zqfound: ["run_event.payload", "hidden_state.state"],
  zqpeople: ["ums_message.message", "ums_trace.trace"],
  zqfile: ["attachment.data", "passage.text"],
  zqname: ["attachment.name"],
  zqmade: ["attachment.alt", "attachment.data"],
  zqdelta: ["context_delta.delta"],
  zqmemory: ["hidden_state.state"],
  zqthumb: ["feedback.words"],
  zqcontest: ["review_reason.words"],
  zqdraft: ["review_seat.draft"],
  zqtold: ["review_verdict.told"],
  zqnote: ["review_verdict.note"],
  zqcomment: ["review_comment.words"],
  zqscored: ["review_score.reason"],
  zqfailure: ["run_event.payload"],
  zqwaiting: ["approval.resume", "approval.question"],
  zqchanged: ["approval.changed"],
};
const WORDS = Object.keys(CANARIES);

const ANCHORS = join(tmpdir(), `anchors-${process.pid}-${Date.now()}`);
vi.stubEnv("HALFSILVER_ANCHOR_FILE", ANCHORS);

/** A conversation whose words are in every class of what is stored. */
async function plantCanaries(): Promise<Talk> {
  const talk = await newTalk();
  const data = Buffer.from("A text about zqfile, in words.");
  const file = await upload(talk.actor, { name: "zqname.txt", mediaType: "text/plain", data });
  await indexAttachment(talk.actor, file.id, [{ text: "about zqfile", embedding: null }]);
  await modelControl().script("zqasked", [
    {
      toolCalls: [
        {
          name: "python_interpreter",
          arguments: { code: 'print("zqcalled")\nprint("zq" + "found")' },
        },
      ],
    },
    { text: "It says zqanswered." },
  ]);
  const title = "zqasked";
  await talk.say("zqasked, compute it", { attachmentIds: [file.id], title });
  await talk.say("Who is zqpeople in the directory? List users named zqpeople");
  await plantRows(talk);
  return talk;
}

const SCORE = {
  judge: { create: { version: 1, prompt: "" } },
  outcome: "scored",
  score: 1,
  reason: "zqscored",
  salt: crypto.randomUUID(),
  calls: [],
};

/** What these turns do not write by themselves. */
async function plantRows(talk: Talk): Promise<void> {
  const conversationId = talk.conversationId();
  const run = await db().run.findFirstOrThrow({
    where: { conversationId },
    orderBy: { id: "desc" },
  });
  await db().run.update({ where: { id: run.id }, data: { status: "running" } });
  const data = Buffer.from("<svg>zqmade</svg>");
  await saveMadeFiles({ runId: run.id }, "h1", [
    { name: "a.svg", mediaType: "image/svg+xml", data, alt: "zqmade" },
  ]);
  await db().run.update({ where: { id: run.id }, data: { status: run.status } });
  const id = () => crypto.randomUUID();
  const common = { conversationId, runId: run.id, agentId: "concierge" };
  await db().contextDelta.create({
    data: {
      ...common,
      id: id(),
      ordinal: 1,
      origin: "model",
      delta: { said: "zqdelta" },
      patch: [{ op: "add", path: "/said", value: "zqdelta" }],
      beforeSha256: "",
      afterSha256: "",
    },
  });
  await db().hiddenState.create({
    data: { ...common, id: id(), version: 1, state: { kept: "zqmemory" }, bytes: 20 },
  });
  await db().feedback.create({
    data: {
      conversationId,
      answerMessageId: run.answerMessageId,
      verdict: "down",
      words: "zqthumb",
    },
  });
  await db().reviewCase.create({
    data: {
      conversationId,
      runId: run.id,
      reference: "zq",
      urgency: 1,
      reasons: {
        create: { kind: "contested", figure: "not-true", words: "zqcontest", salt: id() },
      },
      seats: {
        create: {
          seat: 1,
          userId: talk.actor.userId,
          until: new Date(),
          draft: { told: "zqdraft" },
        },
      },
      verdicts: { create: { nth: 1, upheld: true, told: "zqtold", note: "zqnote", salt: id() } },
      comments: { create: { id: id(), words: "zqcomment", salt: id() } },
      scores: { create: SCORE },
    },
  });
  await db().approval.create({
    data: {
      ...common,
      id: id(),
      answerMessageId: run.answerMessageId,
      tool: "x",
      question: "zqwaiting?",
      resume: { call: "zqwaiting" },
      changed: "zqchanged",
    },
  });
  await noteInLog(run.id, {
    type: "run.noted",
    code: "model-failed",
    detail: "the provider said zqfailure",
  });
}

it("leaves none of its words in any table, and a trail that verifies", async () => {
  const talk = await plantCanaries();
  const other = await newTalk();
  await other.say("hello, I stay");
  await seal();
  const before = await sweepDatabase(WORDS);
  for (const [word, places] of Object.entries(CANARIES))
    expect(before[word], word).toEqual(expect.arrayContaining(places));
  expect(await checkTrail()).toMatchObject({ ok: true });
  expect(await checkRuns()).toMatchObject({ ok: true, runs: 3, erased: 0 });

  const conversationId = talk.conversationId();
  const admin = await createPerson("admin");
  const erased = await eraseConversation(admin, conversationId);
  expect(erased).toMatchObject({
    ok: true,
    rows: { message: 4, run: 2, attachment: 2, passage: 1 },
  });
  expect(await eraseConversation(admin, conversationId)).toEqual({ ok: false, reason: "gone" });

  expect(await sweepDatabase(WORDS)).toEqual(Object.fromEntries(WORDS.map((word) => [word, []])));
  expect(await db().message.count({ where: { content: "hello, I stay" } })).toBe(1);
  await seal();
  expect(await checkTrail()).toMatchObject({ ok: true });
  expect(await checkRuns()).toMatchObject({ ok: true, runs: 3, erased: 2 });
  expect(await db().runSeal.count({ where: { answerSalt: null } })).toBe(2);

  const tombstones = await readTombstones(ANCHORS);
  expect(tombstones).toMatchObject([
    { action: "conversation.erased", conversationId, rule: "operator", actorId: admin.userId },
  ]);
  expect(WORDS.filter((word) => JSON.stringify(tombstones).includes(word))).toEqual([]);
  await rm(`${ANCHORS}.erasures`);
});

it("is erased again where a backup brings it back", async () => {
  const talk = await newTalk();
  await talk.say("hello zqback");
  await seal();
  const conversationId = talk.conversationId();
  const at = new Date().toISOString();
  const said = { at, rule: "operator", actorId: null } as const;
  const tombstones = [{ action: "conversation.erased", ...said, conversationId }] as const;
  expect(await eraseAgain(tombstones)).toBe(1);
  expect(await sweepDatabase(["zqback"])).toEqual({ zqback: [] });
  expect(await eraseAgain(tombstones)).toBe(0);
  await seal();
  expect(await checkTrail()).toMatchObject({ ok: true });
  expect(await checkRuns()).toMatchObject({ ok: true });
  await expect(readFile(`${ANCHORS}.erasures`)).rejects.toMatchObject({ code: "ENOENT" });
});
