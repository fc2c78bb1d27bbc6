/** The rest of an answer that is not whole, in whole turns: what the person reads, what is sent, what is remembered. */
import { describe, expect, it } from "vitest";
import { DONE, event, FINISH, textEvent } from "../../llm/testing/start-raw-server.ts";
import { provideUms } from "../../ums/testing/provide-ums.ts";
import { PLAN, say, send } from "../testing/scripted-provider.ts";
import { openProvider } from "../testing/with-provider.ts";

provideUms();

const CODE = '{"code": "print(6 * 7)"}';
const call = { index: 0, id: "call-1", function: { name: "python_interpreter", arguments: CODE } };
const calls = event({
  choices: [{ index: 0, delta: { tool_calls: [call] }, finish_reason: null }],
});
const cut = (text: string) => send(textEvent(text, "length"), DONE);

describe("a truncated answer", () => {
  it("is continued in the same message by the agent that wrote it, without a planning call", async () => {
    const { talk, provider } = await openProvider({
      answers: [cut("It begins and"), say(" goes on.")],
    });
    const first = await talk.say("tell me something long");
    expect(first.result).toMatchObject({ ending: "complete", reason: "answer-truncated" });
    const plans = provider.bodies.length - provider.asked().length;
    const rest = await talk.goOn();
    expect(rest.answer).toBe("It begins and goes on.");
    expect(rest.result).toMatchObject({ ending: "complete", reason: null });
    expect(provider.bodies.length - provider.asked().length).toBe(plans);
    expect(rest.of("run.continued")).toEqual([
      { type: "run.continued", fromRunId: first.runId, length: 13, results: [] },
    ]);
    expect(rest.of("plan.made")).toMatchObject([{ plan: { source: "person" } }]);
    const sent = provider.asked().at(-1)?.messages ?? [];
    expect(sent.slice(-3)).toMatchObject([
      { role: "user", content: "tell me something long" },
      { role: "assistant", content: "It begins and" },
      { role: "user", content: expect.stringContaining("Go on exactly where it ends") },
    ]);
  });

  it("goes on with no link to an address that holds what was pasted", async () => {
    const begun = "See [here](https&colon;//evil.example/?q=61";
    const { talk } = await openProvider({ answers: [cut(begun), say("400).")] });
    const pasted = "The budget is 61400.";
    await talk.say(pasted, { pasted: [[0, pasted.length]] });
    const { answer } = await talk.goOn();
    expect(answer).toBe(`${begun}\n\n400).`);
  });

  it("is remembered as one exchange", async () => {
    const { talk, provider } = await openProvider({
      answers: [cut("One,"), say(" two."), say("Yes.")],
    });
    await talk.say("count");
    await talk.goOn();
    await talk.say("is that all?");
    const sent = provider.asked().at(-1)?.messages ?? [];
    expect(sent.slice(1)).toMatchObject([
      { role: "user", content: "count" },
      { role: "assistant", content: "One, two." },
      { role: "user", content: "is that all?" },
    ]);
  });

  it("keeps the results that it rests on, and runs no call again", async () => {
    const { talk, provider } = await openProvider({
      answers: [send(calls, FINISH, DONE), cut("Six times seven is"), say(" 42."), say("Yes.")],
    });
    const first = await talk.say("six times seven");
    expect(first.of("tool.called")).toHaveLength(1);
    const rest = await talk.goOn();
    expect(rest.answer).toBe("Six times seven is 42.");
    expect(rest.of("tool.called")).toEqual([]);
    const roles = (provider.asked().at(-1)?.messages ?? []).map(({ role }) => role);
    expect(roles).toEqual(["system", "user", "assistant", "tool", "assistant", "user"]);
    await talk.say("sure?");
    const later = (provider.asked().at(-1)?.messages ?? []).map(({ role }) => role);
    expect(later).toEqual(["system", "user", "assistant", "tool", "assistant", "user"]);
  });

  it("that is cut again can be continued again", async () => {
    const { talk } = await openProvider({ answers: [cut("One,"), cut(" two,"), say(" three.")] });
    await talk.say("count");
    expect((await talk.goOn()).result.reason).toBe("answer-truncated");
    expect((await talk.goOn()).answer).toBe("One, two, three.");
  });

  it("does not repeat its last words where the model does", async () => {
    const { talk } = await openProvider({
      answers: [cut("The first of them is the wren"), say("them is the wren", ", a small bird.")],
    });
    await talk.say("birds");
    expect((await talk.goOn()).answer).toBe("The first of them is the wren, a small bird.");
  });

  it("keeps its text where its rest fails, and can be continued once the model is back", async () => {
    const { talk } = await openProvider({
      answers: [
        cut("One,"),
        (response) => {
          response.writeHead(401, { "content-type": "application/json" });
          response.end(JSON.stringify({ error: { message: "bad key" } }));
        },
        say(" two."),
      ],
    });
    await talk.say("count");
    const failed = await talk.goOn();
    expect(failed.result).toMatchObject({ ending: "failed", reason: "model-unauthorised" });
    expect(failed.answer).toBe("One,");
    expect((await talk.goOn()).answer).toBe("One, two.");
  });

  it("that the coordinator composed is continued out of the same results", async () => {
    const plan = JSON.parse(PLAN);
    const [step] = plan.steps;
    const two = { ...plan, steps: [step, { ...step, objective: "Look again." }] };
    const { talk, provider } = await openProvider({
      plan: () => JSON.stringify(two),
      answerTo(body) {
        const asked = JSON.stringify(body.messages);
        if (!asked.includes("You write the answer")) return say("a result");
        return asked.includes("Go on exactly") ? say(" the same.") : cut("Both say");
      },
    });
    const first = await talk.say("compare");
    expect(first.answer).toBe("Both say");
    const rest = await talk.goOn();
    expect(rest.answer).toBe("Both say the same.");
    const sent = JSON.stringify(provider.asked().at(-1)?.messages);
    for (const part of [
      "You write the answer",
      "Result of step s1",
      "Result of step s2",
      "Both say",
    ]) {
      expect(sent).toContain(part);
    }
  });
});

describe("a whole answer", () => {
  it("cannot be continued", async () => {
    const { talk } = await openProvider({ answers: [say("It is done.")] });
    await talk.say("hello");
    await expect(talk.goOn()).rejects.toThrow("not-continuable");
  });
});
