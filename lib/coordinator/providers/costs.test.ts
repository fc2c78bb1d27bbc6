/** What turns cost with the servers that people bring: in the log, with the run, and in its person's day. */
import { describe, expect, it } from "vitest";
import { db } from "../../db/client.ts";
import { NO_LIMITS } from "../../db/testing/turn-fixtures.ts";
import { settings } from "../../env/settings.ts";
import { DONE, event, FINISH, textEvent } from "../../llm/testing/start-raw-server.ts";
import { provideUms } from "../../ums/testing/provide-ums.ts";
import { say, send } from "../testing/scripted-provider.ts";
import type { TakenTurn } from "../testing/take-turns.ts";
import { openProvider } from "../testing/with-provider.ts";

provideUms();

const usage = (prompt_tokens: number, completion_tokens: number) =>
  event({ choices: [], usage: { prompt_tokens, completion_tokens } });
const named = (content: string) =>
  event({ model: "priced", choices: [{ index: 0, delta: { content }, finish_reason: null }] });
const PLAN_FREE = { priced: { input: 1_000_000, output: 2_000_000 } };

function setPrices(prices: Record<string, { input: number; output: number }>) {
  Object.assign(settings(), { MODEL_PRICES: prices });
}

const runOf = ({ runId }: TakenTurn) => db().run.findUniqueOrThrow({ where: { id: runId } });
const spentBy = (userId: string) => db().spending.findMany({ where: { userId } });

describe("a run", () => {
  it("has the cost of its calls, and its person's day has the same", async () => {
    setPrices(PLAN_FREE);
    const { talk } = await openProvider({
      answers: [send(named("Yes."), FINISH, usage(10, 5), DONE)],
    });
    const turn = await talk.say("hello");
    const general = turn.of("model.answered").filter(({ model }) => model === "priced");
    expect(general).toMatchObject([{ inputTokens: 10, outputTokens: 5, cost: 20 }]);
    const { cost, costNote } = await runOf(turn);
    // The planning call's model has no price.
    expect([cost, costNote]).toEqual([20, "partly"]);
    await talk.say("again");
    const days = await spentBy(talk.actor.userId);
    expect(days.filter(({ model }) => model === "priced")).toMatchObject([
      { agentId: "general", cost: 40, calls: 2, unpricedCalls: 0, inputTokens: 20n },
    ]);
    const runs = await db().run.findMany({ where: { userId: talk.actor.userId } });
    const sum = (list: readonly { cost: number | null }[]) =>
      list.reduce((total, one) => total + (one.cost ?? 0), 0);
    expect(sum(days)).toBe(sum(runs));
  });

  it("whose server reports no usage has an estimate that is marked", async () => {
    setPrices(PLAN_FREE);
    const { talk } = await openProvider({ answers: [send(named("x".repeat(400)), FINISH, DONE)] });
    const turn = await talk.say("hello");
    const [answered] = turn.of("model.answered").filter(({ model }) => model === "priced");
    expect(answered).toMatchObject({ outputTokens: 100, usageEstimated: true });
    const [day] = (await spentBy(talk.actor.userId)).filter(({ model }) => model === "priced");
    expect(day?.estimatedCost).toBe(day?.cost);
  });

  it("without a price says why", async () => {
    setPrices({});
    const { talk } = await openProvider({ answers: [say("Yes.")] });
    const turn = await talk.say("hello");
    expect(await runOf(turn)).toMatchObject({ cost: null, costNote: "no-price" });
    expect(turn.of("model.answered").at(-1)).toMatchObject({ costUnknown: "no-price" });
  });

  it("pays for a refused call nothing, and for a cut one what was used", async () => {
    setPrices({ "": { input: 1, output: 1 }, priced: { input: 1_000_000, output: 1_000_000 } });
    const { talk } = await openProvider({
      answers: [send(named("Half of"), event({ error: { message: "gone", code: 502 } }))],
    });
    const turn = await talk.say("hello");
    expect(turn.result.reason).toBe("model-cut-off");
    const [cut] = turn.of("model.answered").filter(({ model }) => model === "priced");
    expect(cut?.cost).toBeGreaterThan(0);
    const refused = await openProvider({
      refuse: ({ tools }) => (tools?.length ? { status: 401, message: "bad key" } : null),
      answers: [send(textEvent("never"), FINISH, DONE)],
    });
    const second = await refused.talk.say("hello");
    const calls = second.of("model.answered").filter(({ outcome }) => outcome === "failed");
    expect(calls.every(({ cost }) => cost === 0)).toBe(true);
    expect(calls.length).toBeGreaterThan(0);
  });
});

describe("a budget", () => {
  it("ends a turn before the model call that it leaves nothing for, and keeps what was written", async () => {
    setPrices(PLAN_FREE);
    Object.assign(settings(), { BUDGET_PERSON_DAY: 30 });
    const call = { name: "python_interpreter", arguments: JSON.stringify({ code: "print(1)" }) };
    const first = event({
      model: "priced",
      choices: [
        {
          index: 0,
          delta: { content: "Let me see.", tool_calls: [{ index: 0, id: "c", function: call }] },
        },
      ],
    });
    const { talk, provider } = await openProvider({
      answers: [send(first, FINISH, usage(20, 10), DONE), say("never")],
    });
    try {
      const limits = { ...NO_LIMITS, maxSpentToday: 30 };
      const turn = await talk.say("hello", { limits });
      expect(turn.result).toMatchObject({ ending: "failed", reason: "budget-spent-today" });
      expect(turn.answer).toBe("Let me see.");
      expect(provider.asked()).toHaveLength(1);
      await expect(talk.say("again", { limits })).rejects.toThrow();
      expect(provider.asked()).toHaveLength(1);
    } finally {
      Object.assign(settings(), { BUDGET_PERSON_DAY: undefined });
    }
  });
});
