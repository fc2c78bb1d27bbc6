/** Planning with servers that give no plan, or one in other clothes. */
import { describe, expect, it } from "vitest";
import { json } from "../../llm/testing/start-raw-server.ts";
import { provideUms } from "../../ums/testing/provide-ums.ts";
import { type ChatBody, PLAN } from "../testing/scripted-provider.ts";
import { playProvider } from "../testing/with-provider.ts";

provideUms();

describe("a plan", () => {
  it.each([
    ["in a fence", `\`\`\`json\n${PLAN}\n\`\`\``],
    ["after prose", `Here is the plan:\n${PLAN}`],
    ["after its reasoning", `<think>\n{"steps": []}\n</think>\n${PLAN}`],
    ["inside one more object", `{"turn_plan": ${PLAN}}`],
    ["with more keys", PLAN.replace('"reason"', '"mood": "good", "reason"')],
    ["with fewer keys", '{"steps":[{"agent":"general","objective":"Answer."}]}'],
  ])("is read %s", async (_, text) => {
    const { turn } = await playProvider({ plan: () => text });
    expect(turn.of("plan.made")).toMatchObject([{ plan: { source: "model", attempts: 1 } }]);
    expect(turn.result).toMatchObject({ ending: "complete", deviation: { score: 0 } });
  });

  it.each([
    ["with an agent by its name", PLAN.replace('"general"', '"General"'), "agent-name"],
    ["in single quotes", PLAN.replaceAll('"', "'"), "json"],
    ["with a comma too many", PLAN.replace("]}]}", "],}]}"), "json"],
    ["as one step alone", '{"agent": "General", "objective": "Answer."}', "one-step, agent-name"],
    [
      "with steps as an object",
      '{"steps": {"s1": {"agent": "general", "objective": "Answer."}}}',
      "steps-as-object",
    ],
    ["that is cut", PLAN.slice(0, PLAN.indexOf("person.") + 3), "cut"],
    [
      "in a call in text",
      `<tool_call>{"name": "turn_plan", "arguments": ${PLAN}}</tool_call>`,
      "tool-call",
    ],
  ])("is repaired %s, which is a finding", async (_, text, detail) => {
    const { turn, provider } = await playProvider({ plan: () => text });
    expect(turn.of("plan.made")).toMatchObject([{ plan: { source: "model", attempts: 1 } }]);
    expect(turn.of("run.noted")).toContainEqual({
      type: "run.noted",
      code: "plan-repaired",
      detail,
    });
    expect(provider.bodies).toHaveLength(2);
  });

  it("is read from a call that nobody asked for", async () => {
    const call = { index: 0, id: "plan", function: { name: "turn_plan", arguments: PLAN } };
    const message = { role: "assistant", content: null, tool_calls: [call] };
    const replyToPlan = json(200, {
      choices: [{ index: 0, message, finish_reason: "tool_calls" }],
    });
    const { turn } = await playProvider({ replyToPlan });
    expect(turn.of("plan.made")).toMatchObject([{ plan: { source: "model", attempts: 1 } }]);
  });

  it("steps down from schema to object, to a forced call, and to text", async () => {
    const { turn, provider } = await playProvider({
      refuse: ({ response_format: format, tool_choice: choice }) =>
        format || choice
          ? { status: 400, message: `response_format and tool_choice are not supported` }
          : null,
    });
    expect(turn.of("plan.made")).toMatchObject([{ plan: { source: "model" } }]);
    const forms = provider.bodies
      .filter(({ messages }) => JSON.stringify(messages).includes("You plan one turn"))
      .map(formOf);
    expect(forms).toEqual(["json_schema", "json_object", "forced tool", "text"]);
  });

  it.each([
    ["plain text", "Let me think about it."],
    ["an agent that there is not", PLAN.replace("general", "nobody")],
    ["no steps", '{"reason":"","steps":[]}'],
    ["cut JSON", PLAN.slice(0, 40)],
    ["nothing", ""],
  ])("that is %s leaves the turn unplanned, without a score, and answered", async (_, text) => {
    const { turn } = await playProvider({ plan: () => text });
    expect(turn.of("plan.made")).toMatchObject([{ plan: { source: "unplanned" } }]);
    expect(turn.result).toMatchObject({ ending: "complete", deviation: { score: null } });
    expect(turn.answer).toBe("It is done.");
  });

  it("that nobody makes because the planning call fails leaves the turn unplanned", async () => {
    const { turn } = await playProvider({
      replyToPlan: json(400, { error: { message: "the stars are not right" } }),
    });
    expect(turn.of("plan.made")).toMatchObject([
      { plan: { source: "unplanned", reason: "The planning call failed: model-refused." } },
    ]);
    expect(turn.answer).toBe("It is done.");
  });
});

function formOf({ response_format: format, tool_choice: choice }: ChatBody): string {
  return format?.type ?? (choice ? "forced tool" : "text");
}
