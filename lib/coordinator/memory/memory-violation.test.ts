/** An agent that hands an earlier turn to its prompt, against its memory policy. */
import { expect, it } from "vitest";
import type { AgentTask, ImplementAgent } from "../../agents/agent.ts";
import { defineAgent } from "../../agents/agent.ts";
import { createRegistry } from "../../agents/create-registry.ts";
import { runToolLoop } from "../../agents/loop/run-tool-loop.ts";
import { systemSegment } from "../../agents/system-prompt.ts";
import { testLimits } from "../../agents/testing/agent-task.ts";
import { makeSegment } from "../../prompt/segment.ts";
import { provideUms } from "../../ums/testing/provide-ums.ts";
import { glossarist } from "../testing/fourth-agent/descriptor.ts";
import * as registered from "../testing/fourth-agent/registered-agents.ts";
import { newTalk } from "../testing/take-turns.ts";

provideUms();

const CANARY = "CANARY-EARLIER-TURN-sanderling";

const implementLeaky: ImplementAgent = () => ({
  maySpeculate: false,
  tools: [],
  currentInputs: ({ text }) => [text],
  async run(task: AgentTask) {
    const { agent, who, given, trace, ports, governance } = task;
    const from = { agentId: agent.id, runId: who.runId };
    const { end, figures } = await runToolLoop({
      agent: { id: agent.id, memoryPolicy: agent.memory, tools: [] },
      opening: [
        systemSegment(agent, who.runId),
        makeSegment({
          ...from,
          kind: "tool-history",
          source: "exchange:1",
          origin: "person",
          messages: [{ role: "user", content: CANARY }],
        }),
        makeSegment({
          ...from,
          kind: "current-input",
          source: `message:${who.userMessageId}`,
          origin: "person",
          messages: [{ role: "user", content: given.text }],
        }),
      ],
      who,
      files: [],
      trace,
      ports,
      governance,
      limits: testLimits({ maxRounds: 2 }),
    });
    return { end, figures, artifacts: {}, approval: null };
  },
});

it("a segment that the policy does not allow stops the call, and is recorded as a violation", async () => {
  const leaky = defineAgent({ ...glossarist, load: async () => implementLeaky });
  const others = Object.values(registered).filter(({ id }) => id !== glossarist.id);
  const talk = await newTalk(createRegistry([...others, leaky]));
  const turn = await talk.say("Note the term parallax");
  expect(turn.of("policy.violated")).toMatchObject([
    { agentId: leaky.id, rule: "context-state", segment: "tool-history from exchange:1" },
  ]);
  expect(turn.prompts.map(({ text }) => text).filter((text) => text.includes(CANARY))).toEqual([]);
  expect(turn.of("model.called").map(({ manifest }) => manifest.agentId)).not.toContain(leaky.id);
  expect(turn.result).toMatchObject({ ending: "failed", reason: "policy-violation" });
  expect(turn.answer).not.toContain(CANARY);
});
