/** The users agent as the coordinator runs it, with the service behind it. */

import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { testTask } from "../agents/testing/agent-task.ts";
import { unmark } from "../agents/testing/unmark.ts";
import { users } from "../agents/users/descriptor.ts";
import { implementUsers } from "../agents/users/users-agent.ts";
import type { LogEventBody } from "../contracts/run/log-event.ts";
import { db } from "../db/client.ts";
import { provideUms } from "./testing/provide-ums.ts";

const ums = provideUms();
const usersAgent = implementUsers({ agent: users, deploymentTools: [] });

async function run(given: Parameters<typeof testTask>[0] = {}) {
  const { task, events, answer } = testTask({ ...given, agent: users });
  const outcome = await usersAgent.run(task);
  const { newStates = [], quarantined = [] } = outcome.artifacts;
  return { ...outcome, newStates, quarantined, answer: answer(), events };
}

const asked = async () => (await ums.prompts()).at(-1)?.messages.at(-1)?.content;
const of = (events: readonly LogEventBody[], type: LogEventBody["type"]) =>
  events.filter((body) => body.type === type);

describe("the users agent", () => {
  it("keeps one id and how far it reaches, and nothing else", async () => {
    await ums.script({ text: "One." }, { text: "Two." });
    const one = await run();
    const [state] = one.newStates;
    expect(state).toMatchObject({ agentId: "users", version: 1, bytes: 79 });
    expect(state?.state).toEqual({
      ums_conversation_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      ums_position: 2,
    });
    expect(of(one.events, "state.saved")).toMatchObject([{ version: 1, bytes: 79 }]);
    const two = await run({ own: { stored: { version: 1, state: state?.state } } });
    expect(two).toMatchObject({ answer: "Two.", quarantined: [] });
    expect(two.newStates[0]?.state).toEqual({ ...Object(state?.state), ums_position: 4 });
    expect(await db().umsConversation.count()).toBe(1);
  });

  it("saves the id that replaces a lost one as the next version", async () => {
    await ums.script({ text: "Fine." });
    const lost = { ums_conversation_id: randomUUID() };
    const { newStates, answer } = await run({ own: { stored: { version: 4, state: lost } } });
    expect(answer).toBe("Fine.");
    expect(newStates).toMatchObject([{ version: 5 }]);
    expect(newStates[0]?.state).not.toEqual(lost);
  });

  it.each([
    ["of another agent", { is_gpa: true, gpa_messages: { tool_call_history: [] } }],
    ["with more than the id", { ums_conversation_id: randomUUID(), note: "x" }],
    ["with no id", { ums_conversation_id: "../admin" }],
    ["that is no object", "corrupt"],
  ])("sets state %s aside, and goes on", async (_case, state) => {
    await ums.script({ text: "Fine." });
    const result = await run({ own: { stored: { version: 3, state } } });
    expect(result).toMatchObject({
      end: { kind: "answered" },
      answer: "Fine.",
      quarantined: [{ agentId: "users", version: 3 }],
      newStates: [{ agentId: "users", version: 4 }],
    });
    expect(of(result.events, "state.loaded")).toMatchObject([{ finding: expect.any(String) }]);
  });

  it("sends attachments as references, and no secret", async () => {
    await ums.script({ text: "Fine." });
    const key = "sk-proj-abcdefghijklmnopqrstuvwxyz0123456789ABCD";
    await run({ given: { text: `Look, ${key}`, attachedUrls: ["/api/attachments/1/people.csv"] } });
    expect(await asked()).toContain("Attachment: /api/attachments/1/people.csv");
    expect(await asked()).not.toContain(key);
  });

  it("sends a step's objective and what came before it, in the place of the words", async () => {
    await ums.script({ text: "Fine." });
    const results = [{ stepId: "s1", text: "There are 7." }];
    await run({ given: { text: "heliotrope", input: { objective: "Count the people", results } } });
    expect(await asked()).toBe("Count the people");
    const messages = (await ums.prompts()).at(-1)?.messages.map(unmark);
    expect(messages?.map(({ role }) => role)).toEqual(["system", "data", "user"]);
    expect(messages?.[1]?.content).toMatch(/^Known so far.*\n\nThere are 7\.$/);
  });

  it("keeps the conversation that was opened for a turn that then failed", async () => {
    await ums.fail();
    const { end, newStates } = await run();
    expect(end).toEqual({ kind: "failed", reason: "model-unavailable" });
    expect(newStates).toHaveLength(1);
  });
});
