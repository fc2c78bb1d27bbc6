/** A turn whose process dies goes on from every position of its log, as if nothing had happened. */
import { describe, expect, it, vi } from "vitest";
import { readJournal } from "../../agents/journal/read-journal.ts";
import type { LogEventBody } from "../../contracts/run/log-event.ts";
import { newTurn } from "../../db/testing/turn-fixtures.ts";
import { createTurn } from "../../db/turns/create-turn.ts";
import type { CreatedTurn } from "../../db/turns/created-turn.ts";
import { provideUms } from "../../ums/testing/provide-ums.ts";
import { answerOf, resumeAt, type Work, workOn } from "../testing/take-over.ts";
import { newTalk } from "../testing/take-turns.ts";

vi.setConfig({ testTimeout: 300_000 });
process.env.WEB_SEARCH_PROVIDER = "local";
provideUms();

const callsOf = (log: readonly LogEventBody[]) =>
  log.flatMap((body) => (body.type === "tool.called" ? [body.hopRef] : []));
const count = (log: readonly LogEventBody[], type: LogEventBody["type"]) =>
  log.filter((body) => body.type === type).length;

/** What must be the same, wherever the first process died. What an early call costs that is dropped depends on its time. */
function outcomeOf({ result, answer }: Work) {
  const { ending, reason, newStates, contextDeltas, approvals, sources } = result;
  const { inputTokens: _in, outputTokens: _out, ...totals } = result.totals;
  const states = newStates.map(({ agentId, version, state }) => ({ agentId, version, state }));
  return { answer, ending, reason, states, contextDeltas, approvals, totals, sources };
}

async function begin(text: string, before: readonly string[] = []): Promise<CreatedTurn> {
  const talk = await newTalk();
  for (const message of before) await talk.say(message);
  const conversationId = before.length > 0 ? talk.conversationId() : null;
  const begun = await createTurn(talk.actor, newTurn({ text, conversationId }));
  if (!begun.ok || begun.repeated) throw new Error("the turn did not begin");
  return begun.turn;
}

async function sweep(turn: CreatedTurn): Promise<{ positions: number }> {
  const whole = await workOn(turn, null);
  for (let position = 0; position <= whole.events.length; position += 1) {
    // Both are appended in one turn of the event loop, so that they are stored together.
    if (whole.events[position]?.body.type === "sources.numbered") continue;
    const recorded = whole.events.slice(0, position);
    const at = `after ${position} of ${whole.events.length}: ${recorded.at(-1)?.body.type}`;
    const resumed = await resumeAt(turn.runId, recorded);
    expect(resumed.loaded, at).toEqual(turn);
    expect(outcomeOf(resumed), at).toEqual(outcomeOf(whole));
    expect(answerOf(resumed.log), at).toBe(whole.answer);
    const hops = resumed.log.flatMap((body) => (body.type === "hop.started" ? [body.hopRef] : []));
    expect(new Set(hops).size, at).toBe(hops.length);
    expect(count(resumed.log, "hop.ended"), at).toBe(count(resumed.log, "hop.started"));
    expect(callsOf(resumed.log), at).toEqual([...new Set(callsOf(resumed.log))]);
    const journal = readJournal(recorded);
    const known = recorded.filter(
      ({ body }) => body.type === "model.answered" && journal.answer(body.callId) !== null,
    );
    expect(resumed.modelCalls, at).toBeLessThanOrEqual(whole.modelCalls - known.length);
  }
  return { positions: whole.events.length + 1 };
}

describe("a run whose process dies at any place goes on to the same end", () => {
  it.each([
    ["a plain turn", "Tell me about mirrors.", []],
    ["two tools", "calculate fibonacci(10)", []],
    ["an intake", "I need a brief for a harbour festival", []],
    ["several agents", "What's the weather in Paris? And calculate fibonacci(10).", []],
  ])("%s", async (_name, text, before) => {
    const { positions } = await sweep(await begin(text, before));
    expect(positions).toBeGreaterThan(5);
  });
});
