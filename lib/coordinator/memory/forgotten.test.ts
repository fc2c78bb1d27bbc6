/** An exchange that a reviewer took out of memory, checked against the requests that the model received. */
import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { findEdits } from "../../db/audit/covered/find-edits.ts";
import { db } from "../../db/client.ts";
import { contestAnswer } from "../../db/review/contest-answer.ts";
import { listUntold } from "../../db/review/forget/forget-exchange.ts";
import { returnVerdicts } from "../../db/review/forget/return-verdicts.ts";
import { storeVerdict } from "../../db/review/judge-case.ts";
import { readCase } from "../../db/review/read-case.ts";
import { takeCase } from "../../db/review/take-case.ts";
import { settle, verdictOf } from "../../db/review/testing/verdicts.ts";
import { createPerson, newTurn } from "../../db/testing/turn-fixtures.ts";
import { createTurn } from "../../db/turns/create-turn.ts";
import { tellService } from "../../jobs/tell-service.ts";
import { DONE, textEvent } from "../../llm/testing/start-raw-server.ts";
import { provideUms } from "../../ums/testing/provide-ums.ts";
import { say, send } from "../testing/scripted-provider.ts";
import { newTalk, type TakenTurn, type Talk } from "../testing/take-turns.ts";
import { openProvider } from "../testing/with-provider.ts";

provideUms();

const promptsOf = (turn: TakenTurn) => turn.prompts.map(({ text }) => text).join("\n");

/** @returns who judged it */
async function forget({ actor }: Talk, { runId, answerMessageId }: TakenTurn) {
  await contestAnswer(actor, { answerMessageId, what: "not-true", words: "" });
  const reviewer = await createPerson("auditor");
  expect(await takeCase(reviewer, runId)).toBe(runId);
  await storeVerdict(reviewer, runId, verdictOf({ forget: true }));
  await settle();
  await returnVerdicts();
  return reviewer;
}

/** @returns its id */
async function keepDocument(talk: Talk, { answerMessageId }: TakenTurn, revisesId: string | null) {
  const { id } = await db().attachment.create({
    data: {
      id: randomUUID(),
      ownerId: talk.actor.userId,
      conversationId: talk.conversationId(),
      messageId: answerMessageId,
      name: "brief.md",
      mediaType: "text/markdown",
      sizeBytes: 1,
      sha256: "",
      data: Buffer.from("a"),
      revisesId,
    },
  });
  return id;
}

const cut = (text: string) => send(textEvent(text, "length"), DONE);

const faultsOf = async (turn: TakenTurn) =>
  (await findEdits()).filter(({ runId }) => runId === turn.runId);

it("is in no later prompt of the history, on whichever branch", async () => {
  const talk = await newTalk();
  await talk.say("What is fibonacci(10)? Heliotrope.");
  const wrong = await talk.say("What is fibonacci(20)? Kumquat.");
  const before = await talk.say("What is fibonacci(30)? Quokka.");
  expect(promptsOf(before)).toContain("Kumquat");
  await forget(talk, wrong);
  const after = await talk.say("What is fibonacci(40)?");
  for (const turn of [after, await talk.edit(before, "What is fibonacci(31)? Axolotl.")]) {
    expect(promptsOf(turn)).not.toContain("Kumquat");
    expect(promptsOf(turn)).toContain("Heliotrope");
  }
  expect(promptsOf(after)).toContain("Quokka");
  const manifests = after.of("model.called").flatMap(({ manifest }) => manifest.segments);
  expect(manifests.filter(({ runId }) => runId === wrong.runId)).toEqual([]);
  expect(await faultsOf(wrong)).toEqual([]);
});

it("is in no prompt of a run that begins, whatever time stands beside it", async () => {
  const talk = await newTalk();
  const wrong = await talk.say("What is fibonacci(20)? Kumquat.");
  await forget(talk, wrong);
  await db()
    .$executeRaw`UPDATE forgotten_run SET at = 'infinity' WHERE run_id = ${wrong.runId}::uuid`;
  expect(promptsOf(await talk.say("What is fibonacci(40)?"))).not.toContain("Kumquat");
  expect((await faultsOf(wrong)).map(({ fault }) => fault)).toEqual(["review-edited"]);
});

it.each(["begun", "rest"] as const)(
  "is in no later prompt where its answer was continued, and the %s was judged",
  async (judged) => {
    const { talk, provider } = await openProvider({
      answers: [say("Yes."), cut("Kumquats are"), say(" blue."), say("Quokkas are red.")],
    });
    await talk.say("count");
    const begun = await talk.say("What colour are they?");
    const rest = await talk.goOn();
    expect(rest.answer).toBe("Kumquats are blue.");
    await forget(talk, { begun, rest }[judged]);
    await expect(talk.goOn()).rejects.toThrow();
    await talk.say("is that all?");
    const sent = JSON.stringify(provider.asked().at(-1)?.messages);
    expect(sent).not.toMatch(/Kumquats|What colour/);
    expect(sent).toContain("count");
    for (const turn of [begun, rest]) expect(await faultsOf(turn)).toEqual([]);
  },
);

it("is gone on with by no decision on what it asked", async () => {
  const talk = await newTalk();
  await talk.say("list users");
  const asked = await talk.say("delete the first one");
  const question = asked.of("approval.requested")[0];
  if (!question) throw new Error("nothing is asked");
  const { approvalId: id } = question;
  const approval = { id, decision: "approved" } as const;
  const decided = await talk.say(`Approve: ${question.question}`, { approval });
  await forget(talk, asked);
  const again = await talk.retry(decided);
  expect(again.of("approval.decided")).toEqual([]);
  expect(again.of("tool.called").filter(({ writes }) => writes)).toEqual([]);
});

it.each([
  { forgotten: "made", offered: 0 },
  { forgotten: "corrected", offered: 1 },
] as const)(
  "keeps a document of an answer, or takes it along with its corrections: $forgotten",
  async ({ forgotten, offered }) => {
    const talk = await newTalk();
    const made = await talk.say("What is fibonacci(10)?");
    const corrected = await talk.say("What is fibonacci(20)?");
    const root = await keepDocument(talk, made, null);
    await keepDocument(talk, corrected, root);
    await forget(talk, { made, corrected }[forgotten]);
    const next = newTurn({ conversationId: talk.conversationId() });
    const begun = await createTurn(talk.actor, next);
    if (!begun.ok || begun.repeated) throw new Error("the turn did not begin");
    expect(begun.turn.files).toHaveLength(offered);
  },
);

it("takes back what it left in structured memory by a recorded change, and says what stays", async () => {
  const talk = await newTalk();
  const first = await talk.say("I need a brief for a mobile app.");
  const wrong = await talk.say("It is for Kumquat growers.");
  const changed = wrong.of("context.changed").filter(({ agentId }) => agentId === "concierge");
  expect(changed.length).toBeGreaterThan(0);
  const reviewer = await forget(talk, wrong);
  const after = await talk.say("What do you know so far?");
  const [back] = after.of("context.changed");
  expect(back?.change?.origin).toBe("review");
  const rows = await db().contextDelta.findMany({
    where: { runId: after.runId, origin: "review" },
  });
  expect(rows.length).toBeGreaterThan(0);
  expect(promptsOf(after)).not.toMatch(/kumquat/i);
  for (const turn of [first, wrong, after]) expect(await faultsOf(turn)).toEqual([]);
  const { verdict } = await readCase(reviewer, wrong.runId);
  expect(verdict?.forget).toBe(true);
  const again = await talk.say("What do you know so far?");
  expect(again.of("context.changed").filter(({ change }) => change?.origin === "review")).toEqual(
    [],
  );
});

it("is forgotten by the service; until that has confirmed it, a turn begins anew there", async () => {
  const talk = await newTalk();
  const wrong = await talk.say("List users. Kumquat.");
  const before = await talk.say("List users. Quokka.");
  expect(promptsOf(before)).toContain("Kumquat");
  await forget(talk, wrong);
  expect((await listUntold()).map(({ runId }) => runId)).toContain(wrong.runId);
  const early = await talk.say("List users. Early.");
  expect(promptsOf(early)).not.toMatch(/Kumquat|Quokka/);
  await tellService();
  expect((await listUntold()).map(({ runId }) => runId)).not.toContain(wrong.runId);
  const stored = JSON.stringify(await db().umsMessage.findMany({ where: { runId: wrong.runId } }));
  expect(stored).not.toContain("Kumquat");
  const later = await talk.say("List users. Later.");
  expect(promptsOf(later)).not.toContain("Kumquat");
  expect(promptsOf(later)).toContain("Early");
});

it("keeps what else the service remembers, once it was told", async () => {
  const talk = await newTalk();
  const wrong = await talk.say("List users. Kumquat.");
  await talk.say("List users. Quokka.");
  await forget(talk, wrong);
  await tellService();
  await tellService();
  const later = await talk.say("List users. Later.");
  expect(promptsOf(later)).not.toContain("Kumquat");
  expect(promptsOf(later)).toContain("Quokka");
});
