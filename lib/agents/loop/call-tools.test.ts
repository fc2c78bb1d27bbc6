/** Calls that another process had begun, in a process that knows the tool or its policies otherwise. */
import { expect, it } from "vitest";
import type { HopDecision } from "../../contracts/run/hop-decision.ts";
import type { LogEventBody } from "../../contracts/run/log-event.ts";
import type { Tool } from "../../tools/tool.ts";
import { general } from "../general/descriptor.ts";
import type { Governance } from "../task-parts.ts";
import { testTask } from "../testing/agent-task.ts";
import { NOT_KNOWN } from "./answer-call.ts";
import type { LoopState } from "./loop-types.ts";
import { readJournal } from "./read-journal.ts";
import { callTools } from "./run-tool-loop.ts";

const CALL = { id: "call_0", name: "send_mail", arguments: '{"to":"ada"}' };
const ANSWER = { text: "", toolCalls: [CALL] };

const CALLED: LogEventBody = {
  type: "tool.called",
  hopRef: "h2",
  toolCallId: CALL.id,
  tool: "send_mail@1.0.0",
  planStepId: null,
  writes: true,
  arguments: { to: "ada" },
  argsSha256: "0".repeat(64),
};
const RETURNED: LogEventBody = {
  type: "tool.returned",
  hopRef: "h2",
  toolCallId: CALL.id,
  tool: CALL.name,
  outcome: "ok",
  result: "Sent.",
  bytes: 5,
  durationMs: 1,
};

async function goOn(
  recorded: readonly LogEventBody[],
  tools: readonly Tool[] = [],
  govern?: Governance["govern"],
) {
  const { task, events } = testTask();
  const { who, trace, limits } = task;
  const at = new Date(0).toISOString();
  const journal = readJournal(
    recorded.map((body, index) => ({ seq: index + 1, publicSeq: null, at, body })),
  );
  const ports = { ...task.ports, journal };
  const agent = { id: "general", memoryPolicy: general.memory, tools };
  const governance = { ...task.governance, govern };
  const input = { agent, who, trace, ports, governance, limits, opening: [], files: [] };
  const figures = { model: null, rounds: 1, modelCalls: 1, toolCalls: 0 };
  const state = {
    scratch: [],
    ran: [],
    segments: [],
    given: new Set<number>(),
    figures: { ...figures, inputTokens: 0, outputTokens: 0 },
  } as unknown as LoopState;
  const step = await callTools(input, state, ports.signal, ANSWER);
  return { step, events, state };
}

it("a call that writes on record may have happened, also where the tool is not known here", async () => {
  const { step, events, state } = await goOn([CALLED]);
  expect(step).toEqual({ kind: "again" });
  expect(events).toContainEqual({
    type: "run.noted",
    code: "may-have-happened",
    detail: CALL.name,
  });
  expect(state.scratch.at(-1)).toMatchObject({ role: "tool", content: NOT_KNOWN });
});

it("a call whose result is on record is not asked about, whatever the policies say by now", async () => {
  const { z } = await import("zod");
  const tool = {
    name: CALL.name,
    version: "1.0.0",
    description: "",
    arguments: z.looseObject({}),
    policy: { writes: true, riskTags: [] },
    run: () => Promise.reject(new Error("it ran again")),
  } as unknown as Tool;
  const decision = { outcome: "needs_approval" } as HopDecision;
  const { step, state } = await goOn([CALLED, RETURNED], [tool], () => decision);
  expect(step).toEqual({ kind: "again" });
  expect(state.scratch.at(-1)).toMatchObject({ role: "tool", content: "Sent." });
});
