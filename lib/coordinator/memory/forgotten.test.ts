/** An exchange that a reviewer took out of memory, checked against the requests that the model received. */
import { expect, it, vi } from "vitest";
import { findEdits } from "../../db/audit/covered/find-edits.ts";
import { db } from "../../db/client.ts";
import { contestAnswer } from "../../db/review/contest-answer.ts";
import { listUntold } from "../../db/review/forget/forget-exchange.ts";
import { returnVerdicts } from "../../db/review/forget/return-verdicts.ts";
import { storeVerdict } from "../../db/review/judge-case.ts";
import { readCase } from "../../db/review/read-case.ts";
import { takeCase } from "../../db/review/take-case.ts";
import { settle, verdictOf } from "../../db/review/testing/verdicts.ts";
import { createPerson } from "../../db/testing/turn-fixtures.ts";
import { tellService } from "../../jobs/tell-service.ts";
import { provideUms } from "../../ums/testing/provide-ums.ts";
import { newTalk, type TakenTurn, type Talk } from "../testing/take-turns.ts";

vi.setConfig({ testTimeout: 120_000 });
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
