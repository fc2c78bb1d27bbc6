/** A turn that moves to the fallback goes on with what fits the fallback's context: less, or more, than the first one's. */
import { expect, it, onTestFinished } from "vitest";
import { processSlot } from "../../env/process-wide.ts";
import { createBreaker } from "../../llm/breaker/connection-breaker.ts";
import { type ModelConnection, modelConnections } from "../../llm/connections/model-connection.ts";
import { json } from "../../llm/testing/start-raw-server.ts";
import { provideUms } from "../../ums/testing/provide-ums.ts";
import { type ChatBody, say, startScriptedProvider } from "../testing/scripted-provider.ts";
import { openProvider } from "../testing/with-provider.ts";

provideUms();

const LONG = `The first ${"and nothing else ".repeat(600)}`;
const SMALL = 4_000;

/** Three turns; before the last one the first connection breaks, unless it was left out from the beginning. */
async function takeTurns(contexts: { first: number | null; second: number | null }) {
  let isBroken = false;
  const away = json(503, { error: { message: "away" } });
  const { talk, provider } = await openProvider({
    answerTo: () => (isBroken ? away : null),
    answers: [say("From the first.")],
  });
  const fallback = await startScriptedProvider({ answers: [say("From the second.")] });
  const breaker = processSlot<unknown>("connection-breaker");
  breaker.value = createBreaker();
  onTestFinished(async () => {
    breaker.value = undefined;
    await fallback.close();
  });
  const all = modelConnections().all as Map<string, ModelConnection>;
  const first = all.get("default");
  if (!first) throw new Error("no connection");
  const second = { ...first, id: "second", baseUrl: fallback.url, contextTokens: contexts.second };
  Object.assign(first, { fallback: "second" });
  all.set("second", second);
  const route = [first, second];
  Object.assign(modelConnections(), { route: () => route });
  await talk.say(LONG);
  await talk.say("The next one");
  Object.assign(first, { contextTokens: contexts.first });
  isBroken = true;
  const turn = await talk.say("The last one");
  const asked = (bodies: ChatBody[]) => JSON.stringify(bodies.at(-1)?.messages ?? null);
  return {
    turn,
    byFirst: asked(provider.asked()),
    bySecond: asked(fallback.asked()),
    times: fallback.asked().length,
    again: async () => {
      const more = await talk.say("One more");
      return { turn: more, bySecond: asked(fallback.asked()) };
    },
  };
}

it("a fallback with a smaller context gets less, and the log says which call had what", async () => {
  const { turn, byFirst, bySecond, times } = await takeTurns({ first: null, second: SMALL });
  expect(turn.answer).toBe("From the second.");
  expect(byFirst).toContain("and nothing else");
  expect(bySecond).not.toContain("and nothing else");
  expect(bySecond).toContain("The next one");
  expect(times).toBe(1);
  expect(turn.of("run.noted")).toMatchObject([{ code: "exchanges-pruned", detail: "1 of 2" }]);
  const calls = turn.of("model.answered").filter(({ sent }) => sent?.connection === "second");
  expect(calls).toMatchObject([{ outcome: "ok" }]);
  const kinds = turn
    .of("model.called")
    .slice(-2)
    .map(({ manifest }) => manifest.segments.length);
  expect(kinds[1]).toBeLessThan(kinds[0] ?? 0);
});

it("a fallback with a larger context gets all that is remembered", async () => {
  const { turn, byFirst, bySecond } = await takeTurns({ first: SMALL, second: 100_000 });
  expect(turn.answer).toBe("From the second.");
  expect(byFirst).not.toContain("and nothing else");
  expect(byFirst).toContain("The next one");
  expect(bySecond).toContain("and nothing else");
});

it("where both leave out the same, the call goes on as it is", async () => {
  const { turn, bySecond } = await takeTurns({ first: SMALL, second: SMALL });
  expect(turn.answer).toBe("From the second.");
  expect(bySecond).not.toContain("and nothing else");
  expect(turn.of("run.noted").map(({ detail }) => detail)).toEqual(["1 of 2"]);
});

it("a first connection that is left out does not decide", async () => {
  const { again } = await takeTurns({ first: SMALL, second: 100_000 });
  const breaker = processSlot<ReturnType<typeof createBreaker>>("connection-breaker").value;
  const failure = {
    ...({ reason: "model-too-slow", detail: "", repeat: "again" } as const),
    retryAfterMs: null,
    said: null,
  };
  for (const runId of ["a", "b", "c"])
    breaker?.noteFailure("default", failure, { runId, userId: "somebody" });
  expect(breaker?.stateOf("default").state).toBe("open");
  const { turn, bySecond } = await again();
  expect(turn.answer).toBe("From the second.");
  expect(bySecond).toContain("and nothing else");
  expect(turn.of("run.noted")).toEqual([]);
});
