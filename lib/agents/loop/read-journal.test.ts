import { expect, it } from "vitest";
import { LogEventBody } from "../../contracts/run/log-event.ts";
import { readJournal } from "./read-journal.ts";

const answered = (callId: string): LogEventBody =>
  LogEventBody.parse({
    type: "model.answered",
    hopRef: "h1",
    callId,
    model: "m",
    outcome: "ok",
    reason: null,
    text: "",
    toolCallIds: ["call_0"],
    finishReason: "tool_calls",
    attempts: 1,
    inputTokens: 1,
    outputTokens: 1,
    firstTokenMs: 1,
    durationMs: 1,
    cost: null,
  });

const called = (hopRef: string, tool: string): LogEventBody =>
  LogEventBody.parse({
    type: "tool.called",
    hopRef,
    toolCallId: "call_0",
    tool: `${tool}@1.0.0`,
    planStepId: null,
    writes: false,
    arguments: { tool },
    argsSha256: "0".repeat(64),
  });

const started = (hopRef: string, kind: "agent" | "tool", parentRef: string | null): LogEventBody =>
  LogEventBody.parse({ type: "hop.started", hopRef, kind, nodeId: hopRef, parentRef });

it("an id that a server uses again in its next answer names the call of that answer", () => {
  const bodies = [
    started("h1", "agent", null),
    answered("h1.m1"),
    started("h2", "tool", "h1"),
    called("h2", "write"),
    answered("h1.m2"),
    started("h3", "tool", "h1"),
    called("h3", "read"),
  ];
  const at = new Date(0).toISOString();
  const journal = readJournal(
    bodies.map((body, index) => ({ seq: index + 1, publicSeq: null, at, body })),
  );
  const namesOf = (callId: string) => journal.answer(callId)?.toolCalls.map(({ name }) => name);
  expect(namesOf("h1.m1")).toEqual(["write"]);
  expect(namesOf("h1.m2")).toEqual(["read"]);
});
