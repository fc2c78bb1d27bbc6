/**
 * The product's general agent with all recording on: hops with envelopes, policies, prompt manifests, sanitising,
 * hidden state, the run log, and its events as the JSON of a flush. The database is measured by its own stage.
 */

import { randomUUID } from "node:crypto";
import { z } from "zod";
import { general } from "../../lib/agents/general/descriptor.ts";
import { implementGeneral } from "../../lib/agents/general/general-agent.ts";
import { REGISTRY } from "../../lib/agents/registry.ts";
import { startClock } from "../../lib/contracts/run/run-clock.ts";
import type { RunPorts } from "../../lib/contracts/run/run-work.ts";
import { runAgentStep } from "../../lib/coordinator/execute/run-agent-step.ts";
import { openTurnContext } from "../../lib/coordinator/turn-context.ts";
import { toEventRows } from "../../lib/db/runs/signed-event.ts";
import type { CreatedTurn } from "../../lib/db/turns/created-turn.ts";
import { compilePolicies } from "../../lib/governance/compile-policies.ts";
import { defaultPolicies } from "../../lib/governance/default-policies.ts";
import { RunLog } from "../../lib/runs/run-log.ts";
import type { Tool } from "../../lib/tools/tool.ts";
import { lookUp, type OpenLoop, QUESTION, TOOL } from "./task.ts";

const LookUp = z.strictObject({ word: z.string().describe(TOOL.argument) });

const lookup: Tool<typeof LookUp> = {
  name: TOOL.name,
  version: "1",
  description: TOOL.description,
  arguments: LookUp,
  timeoutMs: 1_000,
  maxResultBytes: 10_000,
  policy: { writes: false, egress: false, riskTags: [] },
  status: "looking-up",
  run: async ({ word }) => ({ outcome: "ok", content: lookUp(word) }),
};

export const openLoop: OpenLoop = () => {
  const policies = compilePolicies(
    defaultPolicies({ DIRECTORY_BY_ROLE: true }).map((draft) => ({ ...draft, version: 1 })),
  );
  const deploymentTools = [lookup as unknown as Tool];
  const agent = {
    ...implementGeneral({ agent: general, deploymentTools }),
    descriptor: general,
    plannable: deploymentTools,
  };
  return {
    async turn() {
      const turn = newTurn();
      const log = new RunLog(turn.runId, turn.answerMessageId, () => undefined);
      const ports: RunPorts = {
        appendEvent: (body) => log.appendEvent(body),
        emitStatus: (status) => log.emitStatus(status),
        clock: startClock(),
        persistChanges: async () => undefined,
        persistCalls: async () => undefined,
        emitText: (text) => log.emitText(text),
        answer: () => log.text,
        signal: new AbortController().signal,
      };
      const context = openTurnContext(
        {
          turn,
          registry: REGISTRY,
          agents: [agent],
          policies: () => policies,
          replacedRunId: null,
          budgets: [],
        },
        ports,
      );
      const { end } = await runAgentStep(context, {
        agent,
        step: () => null,
        ports: context.ports,
      });
      if (end.kind !== "answered") throw new Error(`the loop ended ${JSON.stringify(end)}`);
      context.hop.end("ok");
      log.appendEvent({ type: "run.ended", ending: "complete", reason: null });
      const rows = toEventRows(log.takePending());
      if (!rows.includes("tool.returned")) throw new Error("the tool result was not recorded");
      return log.text;
    },
  };
};

function newTurn(): CreatedTurn {
  return {
    conversationId: randomUUID(),
    userMessageId: randomUUID(),
    answerMessageId: randomUUID(),
    runId: randomUUID(),
    userId: "bench",
    role: "user",
    agentId: "general",
    text: QUESTION,
    pasted: [],
    place: {
      parentId: null,
      questionOrdinal: 1,
      questionBranch: 0,
      answerOrdinal: 2,
      answerBranch: 0,
    },
    startedAt: new Date(),
    states: {},
    newestVersions: {},
    said: [],
    files: [],
    forgotten: [],
    isServiceBehind: false,
    approval: null,
    continued: null,
    preferences: { instructions: "", origin: "person", model: null },
    spent: { today: null, thisMonth: null },
  };
}
