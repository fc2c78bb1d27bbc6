/** Accounts of runs that went otherwise than a plain question and its answer. */
import { expect, it } from "vitest";
import { REGISTRY } from "../../agents/registry.ts";
import type { LogEventBody } from "../../contracts/run/log-event.ts";
import {
  hopBegan,
  LEFT_ITS_PLAN,
  planMade,
  planStep,
  ranAs,
} from "../plan/testing/planned-events.ts";
import { projectEvent } from "../run/project-event.ts";
import { accessAs } from "../testing/access-as.ts";
import { tellRun } from "./tell-run.ts";

const { nameOf } = REGISTRY;

/** @param left places in the list of events of calls that were left for the person's approval */
function tell(bodies: readonly LogEventBody[], left: readonly number[] = []): string[] {
  const events = bodies.map(({ type, ...payload }, index) =>
    projectEvent(
      {
        seq: index + 1,
        publicSeq: null,
        at: new Date(0),
        visibility: "hidden",
        type,
        payload,
        left: left.includes(index),
      },
      accessAs("full"),
    ),
  );
  return tellRun(events, { nameOf, question: null }).map(({ text }) => text);
}

const called = (hopRef: string, tool: string): LogEventBody => ({
  type: "tool.called",
  hopRef,
  toolCallId: hopRef,
  tool,
  arguments: {},
  argsSha256: "",
  planStepId: null,
  writes: false,
});
const ended = (ending: "stopped" | "failed" | "complete", reason: string | null): LogEventBody => ({
  type: "run.ended",
  ending,
  reason,
});

it("of a run that left its plan", () => {
  expect(tell(LEFT_ITS_PLAN)).toEqual([
    "The coordinator planned 3 steps, by General assistant and People directory.",
    "General assistant worked without tools, and finished.",
    "Outside of the conversation, send_mail made a change.",
    "The execution left the plan; not planned: send_mail.",
  ]);
});

it("of a run that was stopped in the middle of a call", () => {
  const log = [hopBegan("h1", null, "agent", "general"), called("h1", "web_search")];
  expect(tell(log)).toEqual(["General assistant called web_search, and is still working."]);
  expect(tell([...log, ended("stopped", null)])).toEqual([
    "General assistant called web_search, and its end is not on record.",
    "The person stopped the answer.",
    "It does not say how web_search ended.",
  ]);
});

it("of a run that failed, with the reason in words", () => {
  const [text] = tell([ended("failed", "model-cut-off")]);
  expect(text).toBe(
    "The answer failed. The reason on record: the model's stream broke after its first token.",
  );
  expect(tell([ended("failed", "no-such-code")])).toEqual([
    "The answer failed. The reason on record: no-such-code.",
  ]);
});

it("of a run that left a call to the person, and of the one that followed their word", () => {
  const asking: LogEventBody[] = [
    planMade([planStep("s1", "tool", "send_mail@1")]),
    ranAs("h2", "s1", "tool", "send_mail@1", { writes: true, status: "would_deny" }),
    {
      type: "approval.requested",
      hopRef: "h2",
      approvalId: "a1",
      tool: "send_mail@1",
      question: "Send it?",
    },
  ];
  expect(tell(asking, [1])).toEqual([
    "The coordinator planned 1 step, by General assistant.",
    "The person was asked to approve send_mail:",
    "The execution left the plan; left to the person: send_mail.",
  ]);
  const change = { path: "/to", before: "1", after: "2", beforeSha256: "", afterSha256: "" };
  const decided = { type: "approval.decided", approvalId: "a1", decision: "approved" } as const;
  expect(tell([decided])).toEqual(["The person approved the call."]);
  expect(tell([{ ...decided, decision: "declined" }])).toEqual(["The person declined the call."]);
  expect(tell([{ ...decided, changes: [change] }])).toEqual([
    "The person changed 1 argument and approved the call.",
  ]);
});

it("of a run that another process took over, and of what else is odd in it", () => {
  const retried: LogEventBody = {
    type: "model.retried",
    hopRef: "h1",
    callId: "c1",
    attempt: 1,
    reason: "model-busy",
    waitMs: 10,
  };
  const log: LogEventBody[] = [
    retried,
    { type: "run.taken_over", from: "a", to: "b", takeover: 1, length: 0 },
    retried,
    { type: "envelope.finding", hopRef: "h1", code: "forged", detail: "" },
  ];
  expect(tell(log)).toEqual([
    "To look at: an envelope is wrong (forged).",
    "Also: another process took over the run; a model call was repeated (2 times).",
  ]);
});

it("of a long run, in few sentences", () => {
  const hops = Array.from({ length: 40 }, (_, index) => [
    hopBegan(`h${index}`, null, "agent", `agent-${index}`),
    called(`h${index}`, `tool_${index}@1`),
  ]).flat();
  const told = tell(hops);
  expect(told).toHaveLength(5);
  expect(told[4]).toBe(
    "Then 36 more turns of agents followed: agent-4, agent-5, agent-6, agent-7, and 32 others, with calls of tool_4, tool_5, tool_6, tool_7, and 32 others.",
  );
});
