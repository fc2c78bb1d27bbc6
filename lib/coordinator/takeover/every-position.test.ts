/** A turn whose process dies goes on from every position of its log, as if nothing had happened. */
import { describe, expect, it } from "vitest";
import { readJournal } from "../../agents/loop/read-journal.ts";
import type { LogEventBody } from "../../contracts/run/log-event.ts";
import { db } from "../../db/client.ts";
import { LEASE_OWNER, NO_LIMITS, newTurn } from "../../db/testing/turn-fixtures.ts";
import { type CreateTurn, createTurn } from "../../db/turns/create-turn.ts";
import type { CreatedTurn } from "../../db/turns/created-turn.ts";
import { createContinuing, createRetry } from "../../db/turns/replace/replace-answer.ts";
import { provideUms } from "../../ums/testing/provide-ums.ts";
import { keepService, type ServiceMemory } from "../testing/keep-service.ts";
import { answerOf, resumeAt, type Work, workOn } from "../testing/take-over.ts";
import { newTalk, type Talk } from "../testing/take-turns.ts";
import { openQuestion } from "../testing/talk-of-people.ts";

process.env.WEB_SEARCH_PROVIDER = "local";
provideUms();

type Begun = { turn: CreatedTurn; replacedRunId: string | null };

const ofType = <Type extends LogEventBody["type"]>(log: readonly LogEventBody[], type: Type) =>
  log.filter((body): body is Extract<LogEventBody, { type: Type }> => body.type === type);

/** What must be the same, wherever the first process died. What an early call costs that is dropped depends on its time. */
function outcomeOf({ result, answer }: Work) {
  const { ending, reason, newStates, contextDeltas, sources } = result;
  const states = newStates.map(({ agentId, version, state }) => ({
    agentId,
    version,
    // A repeated exchange of the service has other positions than the one that it replaces.
    state: JSON.stringify(state).replace(/"ums_position":\d+/, '"ums_position":0'),
  }));
  const approvals = result.approvals.map(({ resume: _, ...approval }) => approval);
  return { answer, ending, reason, states, contextDeltas, approvals, sources };
}

async function begin(talk: Talk, text: string, more: Partial<CreateTurn> = {}): Promise<Begun> {
  const conversationId = talk.conversationId() || null;
  const begun = await createTurn(talk.actor, newTurn({ text, conversationId, ...more }));
  if (!begun.ok || begun.repeated) throw new Error("the turn did not begin");
  return { turn: begun.turn, replacedRunId: null };
}

async function replace(
  talk: Talk,
  create: typeof createRetry | typeof createContinuing,
  answerMessageId: string,
): Promise<Begun> {
  const owner = { agentId: "general", leaseOwner: LEASE_OWNER, leaseMs: 60_000, limits: NO_LIMITS };
  const begun = await create(talk.actor, { answerMessageId, ...owner });
  if (!begun.ok) throw new Error(begun.reason);
  return begun;
}

/** @param memory what the service still knows of the turn when the next process asks it */
async function sweep({ turn, replacedRunId }: Begun, memory: ServiceMemory = "all") {
  const service = await keepService();
  const whole = await workOn(turn, replacedRunId);
  await service.note();
  const { events } = whole;
  for (let position = 0; position <= events.length; position += 1) {
    // Both are appended in one turn of the event loop, so that they are stored together.
    if (events[position]?.body.type === "sources.numbered") continue;
    const recorded = events.slice(0, position);
    const at = `after ${position} of ${events.length}: ${recorded.at(-1)?.body.type}`;
    await service.restore(memory);
    const resumed = await resumeAt(turn.runId, recorded);
    const { approval } = turn;
    const known = { ...turn, approval: approval && { ran: null, answered: null, ...approval } };
    expect(resumed.loaded, at).toEqual({ turn: known, replacedRunId });
    expect(outcomeOf(resumed), at).toEqual(outcomeOf(whole));
    expect(answerOf(resumed.log), at).toBe(whole.answer);
    const starts = ofType(resumed.log, "hop.started").map(({ hopRef }) => hopRef);
    const ends = ofType(resumed.log, "hop.ended").map(({ hopRef }) => hopRef);
    expect(new Set(starts).size, at).toBe(starts.length);
    expect(ends.toSorted(), at).toEqual(starts.toSorted());
    const calls = ofType(resumed.log, "tool.called").map(({ hopRef }) => hopRef);
    expect(new Set(calls).size, at).toBe(calls.length);
    const journal = readJournal(recorded);
    const answered = recorded.filter(
      ({ body }) =>
        body.type === "model.answered" && body.text !== "" && journal.answer(body.callId) !== null,
    );
    expect(resumed.modelCalls, at).toBeLessThanOrEqual(whole.modelCalls - answered.length);
  }
  return whole;
}

describe("a run whose process dies at any place goes on to the same end", () => {
  it.each([
    ["a plain turn", "Tell me about mirrors."],
    ["a tool", "calculate fibonacci(10)"],
    ["an intake", "I need a brief for a harbour festival"],
    ["a search", "What's the weather in Paris? And calculate fibonacci(10)."],
  ])("%s", async (_name, text) => {
    await sweep(await begin(await newTalk(), text));
  });

  it.each<[string, ServiceMemory]>([
    ["where the service has answered", "all"],
    ["where the service died, too", "nothing"],
  ])("several agents, %s", async (_name, memory) => {
    const talk = await newTalk();
    await talk.say("list users");
    const { answer } = await sweep(await begin(talk, "list users and calculate 17 * 23"), memory);
    expect(answer).toContain("391");
  });

  it("a retry, and the rest of an answer", async () => {
    const talk = await newTalk();
    const first = await talk.say("Tell me about mirrors.");
    await sweep(await replace(talk, createRetry, first.answerMessageId));
    await db().run.updateMany({ data: { status: "stopped" } });
    const other = await newTalk();
    const cut = await other.say("Count to 40");
    const { answerMessageId: id } = cut;
    const content = cut.answer.slice(0, 60);
    await db().message.update({ where: { id }, data: { ending: "stopped", content } });
    const { answer } = await sweep(await replace(other, createContinuing, id));
    expect(answer.startsWith(content)).toBe(true);
  });
});

describe("an effect happens once, wherever the process dies", () => {
  const peopleLeft = () => db().umsPerson.count();

  async function approved() {
    const talk = await newTalk();
    await talk.say("list users");
    await talk.say("delete the first one and calculate 17 * 23");
    const { id, question } = await openQuestion(talk);
    return begin(talk, `Approve: ${question}`, { approval: { id, decision: "approved" } });
  }

  it.each<[string, ServiceMemory]>([
    ["where the service has answered", "all"],
    ["where the service has not begun", "nothing"],
  ])("%s", async (_name, memory) => {
    const before = await peopleLeft();
    const { answer } = await sweep(await approved(), memory);
    expect(answer).toContain("391");
    expect(await peopleLeft()).toBe(before - 1);
  });

  it("asks where the service began and died", async () => {
    const begun = await approved();
    const service = await keepService();
    const whole = await workOn(begun.turn, null);
    await service.note();
    const position = whole.events.findIndex(({ body }) => body.type === "tool.returned");
    await service.restore("what was begun");
    const left = await peopleLeft();
    const resumed = await resumeAt(begun.turn.runId, whole.events.slice(0, position));
    expect(await peopleLeft()).toBe(left);
    expect(resumed.answer).toContain("I cannot tell whether that was done");
  });
});
