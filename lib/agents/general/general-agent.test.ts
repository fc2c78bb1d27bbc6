/** The general agent's loop against a scripted model: what the model receives, what is stored, when it waits. */

import { beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { datedPrompt } from "../../prompt/dated-prompt.ts";
import type { Tool } from "../../tools/tool.ts";
import { systemPromptOf } from "../system-prompt.ts";
import { testInput, testTask } from "../testing/agent-task.ts";
import { provideModel } from "../testing/provide-model.ts";
import { general } from "./descriptor.ts";
import { implementGeneral } from "./general-agent.ts";

const model = provideModel();
beforeEach(async () => {
  await model().clear();
  await model().clearRequests();
  sent.length = 0;
});

const sent: unknown[] = [];
const letter: Tool = {
  name: "send_letter",
  version: "1",
  description: "Sends a letter.",
  arguments: z.strictObject({ to: z.string() }),
  timeoutMs: 1_000,
  maxResultBytes: 1_000,
  policy: { writes: true, egress: false, riskTags: [] },
  status: "thinking",
  run: async (args) => {
    sent.push(args);
    return { outcome: "ok", content: "Sent." };
  },
};
const agent = implementGeneral({ agent: general, deploymentTools: [letter] });
const CALL = { toolCalls: [{ name: "send_letter", arguments: { to: "Ann" } }] };
const messagesOf = async (index: number) => {
  const { body } = (await model().requests()).at(index) ?? {};
  return (body as { messages?: { role: string; content: string }[] } | undefined)?.messages ?? [];
};
const decision = (outcome: "allow" | "needs_approval" | "deny") => () => ({
  outcome,
  policies: [],
  reason: "",
});

describe("a turn of the general agent", () => {
  it("sends the model its instructions and the person's message, with files as references", async () => {
    await model().script("Hello", [{ text: "Hello." }]);
    const given = testInput({ text: "Hello", attachedUrls: ["/api/attachments/1/a.txt"] });
    const { task, answer } = testTask({ given });
    const { end, artifacts } = await agent.run(task);
    expect(end).toEqual({ kind: "answered" });
    expect(answer()).toBe("Hello.");
    const content = "Hello\n\nAttachment: /api/attachments/1/a.txt";
    expect(await messagesOf(0)).toEqual([
      { role: "system", content: datedPrompt(systemPromptOf(general).text, task.who.runId) },
      { role: "user", content },
    ]);
    expect(agent.currentInputs(given)).toEqual([content]);
    expect(artifacts.newStates).toMatchObject([{ agentId: "general", version: 1 }]);
  });

  it("as one step of several reads its objective and the results of earlier steps", async () => {
    await model().script("Chart it", [{ text: "Drawn." }]);
    const results = [{ stepId: "s1", text: "1, 2, 3" }];
    const { task, events } = testTask({
      given: { text: "list and chart", input: { objective: "Chart it.", results } },
    });
    await agent.run(task);
    const messages = await messagesOf(0);
    expect(JSON.stringify(messages)).not.toContain("list and chart");
    expect(messages.map(({ content }) => content)).toContainEqual(
      expect.stringContaining("1, 2, 3"),
    );
    const called = events.find((body) => body.type === "model.called");
    expect(called?.manifest.segments.map(({ kind }) => kind)).toContain("step-result");
  });

  it("knows at most three names from other agents' turns, and only if the deployment shares them", async () => {
    await model().script("Where", [{ text: "There." }, { text: "There." }]);
    const names = { last_person: "Annabel Lee", last_place: null, last_file: null };
    await agent.run(testTask({ given: { text: "Where?", sharedContext: names } }).task);
    await agent.run(testTask({ given: { text: "Where?" } }).task);
    expect(JSON.stringify(await messagesOf(0))).toContain("Annabel Lee");
    expect(JSON.stringify(await messagesOf(1))).not.toContain("Annabel Lee");
  });

  it("remembers nothing of a turn that failed", async () => {
    await model().queue({ scenario: "error-500", match: "Hello", times: 2 });
    const { end, artifacts } = await agent.run(testTask().task);
    expect(end).toEqual({ kind: "failed", reason: "model-unavailable" });
    expect(artifacts.newStates).toEqual([]);
  });
});

describe("a call that needs approval or is denied", () => {
  it("waits for the person: the answer is the question, and nothing ran", async () => {
    await model().script("Write", [CALL]);
    const { task, answer, events } = testTask({
      given: { text: "Write to Ann" },
      govern: decision("needs_approval"),
    });
    const { end, approval } = await agent.run(task);
    expect(end.kind).toBe("awaits-approval");
    expect(approval).toMatchObject({ tool: "send_letter", question: answer() });
    expect(sent).toEqual([]);
    expect(events.map(({ type }) => type)).not.toContain("tool.returned");
  });

  it("returns to the model as an error if it is denied", async () => {
    await model().script("Write", [CALL, { text: "I may not." }]);
    const { task, answer } = testTask({
      given: { text: "Write to Ann" },
      govern: decision("deny"),
    });
    await agent.run(task);
    expect(sent).toEqual([]);
    expect((await messagesOf(1)).at(-1)).toMatchObject({
      role: "tool",
      content: expect.stringContaining("not allowed by policy"),
    });
    expect(answer()).toBe("I may not.");
  });

  const approval = (ran?: { result: string | null }) => ({
    approvalId: "a",
    decision: "approved" as const,
    resume: { id: "c1", name: "send_letter", arguments: '{"to":"Ann"}' },
    ran,
  });

  it("runs first and exactly once after approval", async () => {
    await model().script("Approve", [{ text: "It is sent." }]);
    const { task } = testTask({ given: { text: "Approve: shall I?", approval: approval() } });
    await agent.run(task);
    expect(sent).toEqual([{ to: "Ann" }]);
    expect((await messagesOf(0)).at(-1)).toMatchObject({ role: "tool", content: "Sent." });
  });

  it.each([
    ["its result", "Sent.", "Sent."],
    ["that nobody knows", null, "It is not known whether"],
  ])("does not run a second time: the model is told %s", async (_what, result, told) => {
    await model().script("Approve", [{ text: "Well." }]);
    const { task, events } = testTask({
      given: { text: "Approve: shall I?", approval: approval({ result }) },
    });
    const { artifacts } = await agent.run(task);
    expect(sent).toEqual([]);
    expect((await messagesOf(0)).at(-1)).toMatchObject({
      role: "tool",
      content: expect.stringContaining(told),
    });
    expect(events.map(({ type }) => type)).not.toContain("tool.called");
    // The stored memory is complete in either case.
    expect(JSON.stringify(artifacts.newStates)).toContain(told);
  });
});
