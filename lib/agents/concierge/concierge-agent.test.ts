/** The concierge's loop against a scripted model: what the model receives, what is stored, how it ends. */

import { beforeEach, describe, expect, it } from "vitest";
import { encodeStoredState } from "../../hidden-state/decode-stored-state.ts";
import { datedPrompt } from "../../prompt/dated-prompt.ts";
import { systemPromptOf } from "../system-prompt.ts";
import { testTask } from "../testing/agent-task.ts";
import { provideModel } from "../testing/provide-model.ts";
import { unmark } from "../testing/unmark.ts";
import { implementConcierge } from "./concierge-agent.ts";
import { CONCIERGE_CONTEXT } from "./concierge-context.ts";
import { concierge } from "./descriptor.ts";
import { renderConciergeSections } from "./render-context.ts";

const conciergeAgent = implementConcierge({ agent: concierge, deploymentTools: [] });
const model = provideModel();
beforeEach(async () => {
  await model().clear();
  await model().clearRequests();
});

const KNOWN = {
  ...CONCIERGE_CONTEXT.empty,
  intake_summary: "An app",
  questions_asked: ["goal"],
};
const stored = {
  version: 2,
  state: encodeStoredState({ context_state: KNOWN, schema: "concierge@1" }),
};
const change = (delta: object) => ({
  toolCalls: [{ name: "update_context_state", arguments: { delta } }],
});
const BRIEF = { title: "", summary: "", goal: "", audience: "", platform: "", timeline: "" };
const brief = {
  toolCalls: [{ name: "write_brief", arguments: { ...BRIEF, constraints: [], open_points: [] } }],
};

const taskOf = (text: string) => testTask({ agent: concierge, given: { text }, own: { stored } });

describe("a turn of the concierge", () => {
  it("sends the model its state and the person's message, and never an earlier turn", async () => {
    await model().script("Find dogs", [
      change({ answers: { goal: "Dogs" } }),
      { text: "Who for?" },
    ]);
    const { task, events, answer } = taskOf("Find dogs");
    const outcome = await conciergeAgent.run(task);
    const [first] = await model().requests();
    const body = first?.body as { messages: { role: string; content: string }[] } | undefined;
    expect(body?.messages.map(unmark)).toEqual([
      { role: "system", content: datedPrompt(systemPromptOf(concierge).text, task.who.runId) },
      { role: "data", content: renderConciergeSections(KNOWN) },
      { role: "user", content: "Find dogs" },
    ]);
    expect(answer()).toBe("Who for?");
    expect(outcome).toMatchObject({
      end: { kind: "answered" },
      awaits: "an answer about the audience",
      artifacts: { newStates: [{ agentId: "concierge", version: 3 }], contextDeltas: [{}] },
    });
    const manifests = events.flatMap((body) =>
      body.type === "model.called" ? [body.manifest] : [],
    );
    expect(manifests[0]).toMatchObject({ memoryPolicy: "context-state" });
    expect(manifests[0]?.segments.map(({ kind }) => kind)).toEqual([
      "system-prompt",
      "context-state",
      "current-input",
      "tool-schemas",
    ]);
  });

  it("never asks again what was answered, and asks for what is missing instead", async () => {
    await model().script("Find dogs", [
      change({ answers: { goal: "Dogs" } }),
      { text: "I see. What should your project achieve?" },
    ]);
    const { task, events, answer } = taskOf("Find dogs");
    await conciergeAgent.run(task);
    expect(answer()).toBe("I see. Who is it for?");
    expect(events).toContainEqual({ type: "run.noted", code: "asked-again", detail: "goal" });
  });

  it("that changes nothing stores nothing", async () => {
    await model().script("thanks", [{ text: "You are welcome." }]);
    const { task } = taskOf("thanks");
    const { artifacts } = await conciergeAgent.run(task);
    expect(artifacts).toMatchObject({ newStates: [], contextDeltas: [], documents: [] });
  });

  it("says so when its brief failed three times", async () => {
    await model().script("Write", [brief, brief, brief, { text: "Hm." }]);
    const { task, answer } = taskOf("Write it");
    const { artifacts } = await conciergeAgent.run(task);
    expect(answer()).toContain("I could not complete the brief");
    expect(artifacts.documents).toEqual([]);
  });

  it("ends at once when it hands the message over", async () => {
    const reply = { toolCalls: [{ name: "hand_over", arguments: { reason: "the weather" } }] };
    await model().script("Weather", [reply, { text: "never said" }]);
    const { task, answer } = taskOf("Weather?");
    const outcome = await conciergeAgent.run(task);
    expect(outcome.end).toEqual({ kind: "handed-over", reason: "the weather" });
    expect(answer()).toBe("");
    expect(await model().requests()).toHaveLength(1);
  });
});
