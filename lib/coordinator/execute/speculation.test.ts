/**
 * Speculation: the likely agent starts in parallel with the planning call, and its work counts only if the plan agrees.
 */
import { afterEach, describe, expect, it, vi } from "vitest";
import { storePolicy } from "../../db/testing/store-policy.ts";
import { settings } from "../../env/settings.ts";
import { RunLog } from "../../runs/run-log.ts";
import { provideUms } from "../../ums/testing/provide-ums.ts";
import { modelControl, newTalk } from "../testing/take-turns.ts";

provideUms();

/** Holds the plan of the next question with these words until the early call has its answer. */
async function answerBeforePlan(match: string): Promise<void> {
  const order = { scenario: "slow", match, structured: true, held: true, times: 1 } as const;
  await modelControl().queue({ ...order, tokenDelayMs: 0, firstTokenDelayMs: 0 });
  const append = RunLog.prototype.appendEvent;
  vi.spyOn(RunLog.prototype, "appendEvent").mockImplementation(function (this: RunLog, body) {
    append.call(this, body);
    if (body.type === "model.answered") void modelControl().release(match);
  });
}

describe("the likely agent", () => {
  it("is used if the plan agrees, without an extra model call", async () => {
    const talk = await newTalk();
    const turn = await talk.say("hello");
    const chosen = { agentId: "general", likely: "general", speculation: "used" };
    expect(turn.of("route.chosen")).toMatchObject([chosen]);
    expect(turn.prompts.map(({ by }) => by).toSorted()).toEqual(["general", "planning"]);
    expect(turn.of("hop.ended").map(({ outcome }) => outcome)).toEqual(["ok", "ok"]);
  });

  it("is dropped if the plan disagrees, and stores nothing", async () => {
    const talk = await newTalk();
    const turn = await talk.say("list users");
    const chosen = { agentId: "users", likely: "general", speculation: "dropped" };
    expect(turn.of("route.chosen")).toMatchObject([chosen]);
    const hops = turn.of("hop.started");
    const dropped = hops.find(({ nodeId }) => nodeId === "general");
    expect(dropped).toMatchObject({ kind: "agent", parentRef: "h1" });
    const hopRef = dropped?.hopRef;
    expect(turn.of("hop.ended")).toContainEqual(
      expect.objectContaining({
        hopRef,
        outcome: "discarded",
        speculation: expect.objectContaining({ outcome: "discarded", modelCalls: 1 }),
      }),
    );
    expect(turn.of("execution.recorded").map((body) => body.hopRef)).not.toContain(hopRef);
    expect(turn.of("state.saved").map(({ agentId }) => agentId)).not.toContain("general");
    expect(turn.result.newStates.map(({ agentId }) => agentId).toSorted()).toEqual([
      "coordinator",
      "users",
    ]);
    expect(turn.of("deviation.scored")).toMatchObject([{ score: 0 }]);
  });

  it("holds its text and its calls until a slow plan arrives", async () => {
    const talk = await newTalk();
    await answerBeforePlan("17 * 23");
    const turn = await talk.say("What is 17 * 23?");
    expect(turn.of("route.chosen")).toMatchObject([{ speculation: "used" }]);
    // The model answered before the plan arrived; the tool ran only afterwards.
    const [first] = turn.of("model.answered");
    expect(first).toMatchObject({ hopRef: "h2", toolCallIds: [expect.any(String)] });
    const types = turn.events.map(({ type }) => type);
    expect(types.indexOf("tool.called")).toBeGreaterThan(types.indexOf("plan.frozen"));
    expect(turn.answer).toContain("391");
    // The agent's envelope names its step, although the agent started before the plan existed.
    const tool = turn.of("hop.started").find(({ kind }) => kind === "tool");
    expect(tool?.envelope).toMatchObject({ variables: { AGENT: { plan_step_id: "s1" } } });
  });

  it("counts for the plan's step even if it answered before the plan existed", async () => {
    const talk = await newTalk();
    await answerBeforePlan("hello");
    const turn = await talk.say("hello");
    expect(turn.of("execution.recorded")).toMatchObject([
      { execution: { planStepId: "s1", target: "general", status: "ok" } },
    ]);
    expect(turn.of("deviation.scored")).toMatchObject([{ score: 0 }]);
    const types = turn.events.map(({ type }) => type);
    expect(types.indexOf("state.saved")).toBeGreaterThan(types.indexOf("plan.frozen"));
  });

  it("shows no text if it is dropped while writing", async () => {
    const talk = await newTalk();
    const words = "Periwinkle everywhere.";
    await answerBeforePlan("Somebody");
    await modelControl().script("Somebody", [{ text: words }]);
    const turn = await talk.say("I need a brief. Somebody sent me.");
    expect(turn.of("route.chosen")).toMatchObject([
      { agentId: "concierge", likely: "general", speculation: "dropped" },
    ]);
    const general = turn.of("hop.started").find(({ nodeId }) => nodeId === "general");
    const answered = turn.of("model.answered");
    const dropped = answered.find(({ hopRef }) => hopRef === general?.hopRef);
    expect(dropped?.text).toBe(words);
    expect(turn.answer).not.toContain("Periwinkle");
    // The tokens of dropped work still count.
    const { totals, newStates } = turn.result;
    const tokens = answered.reduce((sum, { inputTokens }) => sum + inputTokens, 0);
    expect(dropped?.inputTokens).toBeGreaterThan(0);
    expect(totals).toMatchObject({ modelCalls: answered.length, inputTokens: tokens });
    expect(turn.of("hop.ended")).toContainEqual(
      expect.objectContaining({ hopRef: general?.hopRef, outcome: "discarded" }),
    );
    expect(turn.of("state.saved").map(({ agentId }) => agentId)).not.toContain("general");
    expect(newStates.map(({ agentId }) => agentId)).not.toContain("general");
    const next = await talk.say("What is 2 + 2?");
    for (const { text } of next.prompts) expect(text).not.toContain("Periwinkle");
  });
});

describe("a plan that does not fit", () => {
  const misfit = (text: string, times: number) =>
    modelControl().queue({
      scenario: "scripted",
      structured: true,
      replies: Array.from({ length: times }, () => ({ text })),
    });

  it.each([
    ["no JSON", "Let me think."],
    ["an agent that there is not", JSON.stringify(plan("nobody", []))],
    ["a tool of another agent", JSON.stringify(plan("general", ["delete_person"]))],
    ["no step", JSON.stringify({ ...plan("general", []), steps: [] })],
  ])(
    "twice (%s) leaves the turn unplanned, with the agent that the words name",
    async (_name, text) => {
      const talk = await newTalk();
      await misfit(text, 2);
      const turn = await talk.say("list users");
      expect(turn.of("plan.refused")).toHaveLength(2);
      expect(turn.of("plan.made")).toMatchObject([
        { plan: { source: "unplanned", attempts: 2, steps: [{ target: "users" }] } },
      ]);
      expect(turn.of("route.chosen")).toMatchObject([{ agentId: "users" }]);
      expect(turn.of("deviation.scored")).toMatchObject([{ score: null }]);
      expect(turn.result.deviation?.score).toBeNull();
      expect(turn.result.ending).toBe("complete");
    },
  );

  it.each([
    ["in a fence", (plan: string) => `Here it is:\n\`\`\`json\n${plan}\n\`\`\``],
    ["between prose", (plan: string) => `I think that ${plan} will do.`],
    ["after its reasoning", (plan: string) => `<think>{"steps": []}? No.</think>\n${plan}`],
    ["inside one more object", (plan: string) => `{"turn_plan": ${plan}}`],
    [
      "without what can be filled in",
      () => '{"steps":[{"agent":"users","objective":"List them."}]}',
    ],
  ])("is read %s", async (_name, wrap) => {
    const talk = await newTalk();
    await misfit(wrap(JSON.stringify(plan("users", []))), 1);
    const turn = await talk.say("list users");
    expect(turn.of("plan.refused")).toEqual([]);
    expect(turn.of("plan.made")).toMatchObject([
      { plan: { source: "model", attempts: 1, steps: [{ target: "users" }] } },
    ]);
  });

  it("loses keys that its schema does not know, and the log names them", async () => {
    const talk = await newTalk();
    const { steps, ...rest } = plan("users", []);
    const more = { ...rest, mood: "good", steps: steps.map((step) => ({ ...step, colour: 1 })) };
    await misfit(JSON.stringify(more), 1);
    const turn = await talk.say("list users");
    expect(turn.of("plan.made")).toMatchObject([{ plan: { source: "model", attempts: 1 } }]);
    expect(turn.of("run.noted")).toContainEqual(
      expect.objectContaining({ code: "plan-keys-dropped", detail: "steps.0.colour, mood" }),
    );
  });

  it("is requested once more, and then followed", async () => {
    const talk = await newTalk();
    await misfit("Let me think.", 1);
    const turn = await talk.say("list users");
    expect(turn.of("plan.refused")).toHaveLength(1);
    const made = { source: "model", attempts: 2 };
    expect(turn.of("plan.made")).toMatchObject([{ plan: made }]);
    expect(turn.of("route.chosen")).toMatchObject([{ agentId: "users" }]);
    const planning = turn.prompts.filter(({ by }) => by === "planning");
    expect(planning[1]?.messages.slice(-2)).toMatchObject([
      { role: "assistant", content: "Let me think." },
      { role: "user", content: expect.stringContaining("cannot be used") },
    ]);
  });
});

function plan(agent: string, tools: readonly string[]) {
  const calls = tools.map((tool) => ({ tool, arguments_json: null }));
  const steps = [{ agent, objective: "Do it.", tools: calls }];
  return { reason: "Because.", mentions: { person: null, place: null }, steps };
}

describe("an early call", () => {
  /** @param when null: not any more */
  const forbid = async (when: string | null) => {
    const text = `forbid (principal, action == Action::"ask:general", resource) when { ${when ?? true} };`;
    const draft = { name: "of-speculation", mode: "enforce" as const, text };
    await storePolicy({ ...draft, enabled: when !== null });
  };
  afterEach(() => forbid(null));

  it("is not made where a policy denies the agent", async () => {
    await forbid("true");
    const turn = await (await newTalk()).say("list users");
    expect(turn.of("route.chosen")).toMatchObject([{ agentId: "users", speculation: "off" }]);
    expect(turn.prompts.filter(({ by }) => by === "general")).toEqual([]);
  });

  it("is discarded where a policy denies the agent for the objective that the plan gives it", async () => {
    await forbid('context has objective && context.objective like "*17*"');
    const turn = await (await newTalk()).say("What is 17 * 23?");
    expect(turn.of("route.chosen")).toMatchObject([{ agentId: "general", speculation: "dropped" }]);
    expect(turn.of("tool.called")).toEqual([]);
    expect(turn.result).toMatchObject({ ending: "failed", reason: "policy-denied" });
  });

  it("has its manifest in the log, whether it is used or discarded, and is no round if it is discarded", async () => {
    const used = await (await newTalk()).say("hello");
    const ended = used.of("hop.ended").find(({ speculation }) => speculation);
    expect(ended).toMatchObject({ outcome: "ok", speculation: { outcome: "used", modelCalls: 1 } });
    // Without a price it does not cost nothing: its cost is not known.
    expect(ended?.speculation?.cost).toBeNull();
    Object.assign(settings(), { MODEL_PRICES: { "halfsilver-demo": { input: 1, output: 2 } } });
    const priced = await (await newTalk()).say("hello");
    Object.assign(settings(), { MODEL_PRICES: {} });
    const { speculation } = priced.of("hop.ended").find((end) => end.speculation) ?? {};
    const { inputTokens = 0, outputTokens = 0, cost } = speculation ?? {};
    expect(cost).toBeCloseTo((inputTokens + 2 * outputTokens) / 1_000_000, 12);
    expect(cost).toBeGreaterThan(0);
    const discarded = await (await newTalk()).say("list users");
    const general = discarded.of("hop.started").find(({ nodeId }) => nodeId === "general");
    const called = discarded.of("model.called").find(({ hopRef }) => hopRef === general?.hopRef);
    expect(called?.manifest.segments.map(({ kind }) => kind)).toContain("current-input");
    const bytes = called?.manifest.bytes;
    expect(discarded.of("hop.ended").find(({ speculation }) => speculation)).toMatchObject({
      outcome: "discarded",
      speculation: { outcome: "discarded", promptBytes: bytes },
    });
    const loops = discarded.of("model.called").filter(({ manifest }) => manifest.agentId === "ums");
    expect(discarded.result.totals.rounds).toBe(loops.length);
  });
});
