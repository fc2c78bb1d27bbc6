/** "Why did it know this?" on real turns. */
import { describe, expect, it } from "vitest";
import type { Actor } from "../../access/actor.ts";
import type { WhyAnswer } from "../../contracts/inspector/run/call-inspection.ts";
import { registeredPrompts } from "../../coordinator/prompt-registry.ts";
import { newTalk, type TakenTurn } from "../../coordinator/testing/take-turns.ts";
import { db } from "../../db/client.ts";
import { createPerson } from "../../db/testing/turn-fixtures.ts";
import { seedPeople } from "../../db/ums/seed-directory.ts";
import { provideUms } from "../../ums/testing/provide-ums.ts";
import { readFreely } from "../testing/read-freely.ts";
import { explainAnswer } from "./explain-answer.ts";

provideUms();
readFreely();

type Answered = Extract<WhyAnswer, { ok: true }>;

async function ask({ runId }: TakenTurn, text: string, actor?: Actor): Promise<WhyAnswer> {
  return explainAnswer(
    actor ?? (await createPerson("admin")),
    runId,
    text,
    await registeredPrompts(),
  );
}

async function why(turn: TakenTurn, text: string, actor?: Actor): Promise<Answered> {
  const answer = await ask(turn, text, actor);
  if (!answer.ok) throw new Error(answer.reason);
  return answer;
}

const placesOf = ({ findings }: Answered) =>
  findings.map(({ place, kind, agentId }) => `${agentId} ${kind ?? place}`);

describe("words of an answer", () => {
  it("come from the tool that found them, with its hop and the calls that read it", async () => {
    const turn = await (await newTalk()).say("What is fibonacci(90)?");
    expect(turn.answer).toContain("2880067194370816120");
    const answer = await why(turn, "2,880,067,194,370,816,120");
    const [tool] = turn.of("hop.started").filter(({ kind }) => kind === "tool");
    expect(answer.findings).toHaveLength(1);
    expect(answer.findings[0]).toMatchObject({
      place: "segment",
      kind: "run-scratchpad",
      agentId: "general",
      role: "tool",
      hopRef: tool?.hopRef,
      callCount: 1,
      excerpt: { match: "2880067194370816120" },
    });
    const { searched, unsearched, found } = answer;
    expect(found).toBe(1);
    expect(searched).toMatchObject({ callsInRun: turn.of("model.called").length });
    expect(unsearched).toEqual([]);
  });

  it("come from an earlier turn, whose run is named", async () => {
    const talk = await newTalk();
    const first = await talk.say("What is fibonacci(30)?");
    const second = await talk.say("And for 31?");
    const { findings } = await why(second, "832040");
    expect(findings[0]).toMatchObject({ kind: "tool-history", fromRunId: first.runId });
  });

  it("come from the context state, and from the delta that brought them into it", async () => {
    const talk = await newTalk();
    await talk.say("I need a brief for a mobile app.");
    await talk.say("Help people find lost dogs");
    const turn = await talk.say("Dog owners in big cities");
    const answer = await why(turn, "lost dogs");
    expect(placesOf(answer)).toEqual(
      expect.arrayContaining(["concierge context-state", "concierge delta"]),
    );
    const delta = answer.findings.find(({ place }) => place === "delta");
    expect(delta).toMatchObject({ source: expect.stringMatching(/^delta:\d+$/), role: "model" });
    expect(delta?.fromRunId).not.toBeNull();
  });

  it("that nothing holds came from the model itself", async () => {
    const turn = await (await newTalk()).say("What is 17 * 23?");
    expect(await why(turn, "marzipan")).toMatchObject({
      findings: [],
      found: 0,
      unsearched: [],
    });
  });

  it("are found in what the service reports of its prompts and tools", async () => {
    const [person] = seedPeople();
    const turn = await (await newTalk()).say("list users");
    const answer = await why(turn, person?.name ?? "");
    expect(placesOf(answer)).toContain("ums run-scratchpad");
    expect(answer.unsearched).toEqual([]);
  });

  it("that a service without a trace may have are not denied: it is named as not searched", async () => {
    const [person] = seedPeople();
    const turn = await (await newTalk()).say("list users");
    await db().umsTrace.deleteMany();
    const answer = await why(turn, person?.name ?? "");
    expect(answer.findings).toEqual([]);
    expect(answer.unsearched).toMatchObject([{ why: "not-reported", agentId: "ums" }]);
  });
});

describe("who may ask", () => {
  it("an auditor gets the places of the answer's own words, without what stands there", async () => {
    const auditor = await createPerson("auditor");
    const turn = await (await newTalk()).say("What is fibonacci(90)?");
    const answer = await why(turn, "2880067194370816120", auditor);
    expect(placesOf(answer)).toEqual(["general run-scratchpad"]);
    expect(answer.findings.map(({ excerpt }) => excerpt)).toEqual([null]);
  });

  it.each([
    ["a word of the tool's code", "print"],
    ["a word of the system prompt", "Never guess"],
    ["a part of a word of the answer", "28800671943"],
  ])("an auditor cannot find out %s", async (_what, text) => {
    const auditor = await createPerson("auditor");
    const turn = await (await newTalk()).say("What is fibonacci(90)?");
    expect(turn.answer).not.toMatch(/print|Never guess/);
    expect(await ask(turn, text, auditor)).toEqual({ ok: false, reason: "not-of-the-answer" });
  });

  it("nobody else may, and each question is on record without its words", async () => {
    const words = "2880067194370816120";
    const talk = await newTalk();
    const turn = await talk.say("What is fibonacci(90)?");
    await expect(ask(turn, words, await createPerson())).rejects.toMatchObject({
      code: "forbidden",
    });
    const admin = await createPerson("admin");
    await why(turn, words, admin);
    const rows = await db().auditEvent.findMany({ where: { actorId: admin.userId } });
    expect(rows).toMatchObject([{ action: "run.inspected", detail: { part: "why" } }]);
    expect(JSON.stringify(rows)).not.toContain(words);
  });
});
