/** Calls that another process had begun, in a process that knows the tool or its policies otherwise; and calls in text. */
import { expect, it } from "vitest";
import { z } from "zod";
import { canonicalJson } from "../../agent-state/canonical-digest.ts";
import { twoHundredNumbers } from "../../contracts/json/testing/two-hundred-numbers.ts";
import type { HopDecision } from "../../contracts/run/hop-decision.ts";
import type { LogEventBody } from "../../contracts/run/log-event.ts";
import type { Tool } from "../../tools/tool.ts";
import { noCalls } from "../call-limits/limit-calls.ts";
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

function mailTool(writes: boolean, run: () => Promise<unknown>): Tool {
  return {
    name: CALL.name,
    version: "1.0.0",
    description: "",
    arguments: z.looseObject({}),
    policy: { writes, riskTags: [] },
    timeoutMs: 5_000,
    maxResultBytes: 1_000,
    run,
  } as unknown as Tool;
}

async function goOn(
  recorded: readonly LogEventBody[],
  tools: readonly Tool[] = [],
  govern?: Governance["govern"],
  answer: Parameters<typeof callTools>[3] = ANSWER,
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
    calls: noCalls(),
    isLast: false,
    figures: { ...figures, inputTokens: 0, outputTokens: 0 },
  } as unknown as LoopState;
  const step = await callTools(input, state, ports.signal, answer);
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
  const tool = mailTool(true, () => Promise.reject(new Error("it ran again")));
  const decision = { outcome: "needs_approval" } as HopDecision;
  const { step, state } = await goOn([CALLED, RETURNED], [tool], () => decision);
  expect(step).toEqual({ kind: "again" });
  expect(state.scratch.at(-1)).toMatchObject({ role: "tool", content: "Sent." });
});

it.each([
  ["asks first where it writes", true, "awaits-approval", 0],
  ["runs where it only reads", false, "again", 1],
])("a call in text %s, whatever the policies allow", async (_, writes, kind, count) => {
  let runs = 0;
  const tool = mailTool(writes, async () => {
    runs += 1;
    return { outcome: "ok", content: "Done." };
  });
  const answer = { ...ANSWER, callsInText: true as const };
  const allow = { outcome: "allow", policies: [], reason: "" } as HopDecision;
  const { step } = await goOn([], [tool], () => allow, answer);
  expect({ kind: step.kind, runs }).toEqual({ kind, runs: count });
});

/** @returns the event of the call, and what the tool was given */
async function callWith(text: string) {
  const given: unknown[] = [];
  const run = (args: unknown) => {
    given.push(args);
    return Promise.resolve({ outcome: "ok", content: "Done." });
  };
  const tool = { ...mailTool(false, () => run(null)), keepsNumbers: true as const, run } as Tool;
  const answer = { ...ANSWER, toolCalls: [{ ...CALL, arguments: text }] };
  const { step, events, state } = await goOn([], [tool], undefined, answer);
  const called = events.find((event) => event.type === "tool.called");
  if (called?.type !== "tool.called") throw new Error("no call");
  return { step, called, content: state.scratch.at(-1)?.content, given: JSON.stringify(given[0]) };
}

it("200 numbers reach the tool and the log as they were written, and the model reads them so", async () => {
  for (const source of twoHundredNumbers()) {
    const text = `{"n":${source}}`;
    const { called, given } = await callWith(text);
    expect(given).toBe(text);
    expect(JSON.stringify(called.arguments)).toBe(text);
    expect(readJournalText(called)).toBe(text);
  }
});

/** The text that later prompts have, from the log. */
function readJournalText({
  argumentsText,
  arguments: value,
}: Extract<LogEventBody, { type: "tool.called" }>) {
  return argumentsText ?? canonicalJson(value, "arguments");
}

it.each([
  ['{"n":9007199254740993}', '{"n":9007199254740993.0}', true],
  ['{"n":1e3}', '{"n":1000}', true],
  ['{"n":9007199254740993}', '{"n":9007199254740992}', false],
])("%s and %s have equal digests: %s", async (one, other, isSame) => {
  const [first, second] = [await callWith(one), await callWith(other)];
  expect(first.called.argsSha256 === second.called.argsSha256).toBe(isSame);
});

it("a number that none can be goes back to the model, and the turn goes on", async () => {
  const { step, called, content, given } = await callWith('{"n":1e400}');
  expect(step).toEqual({ kind: "again" });
  expect(given).toBeUndefined();
  expect(content).toContain("No number can be 1e400");
  expect(called.arguments).toEqual({ text: '{"n":1e400}' });
});
