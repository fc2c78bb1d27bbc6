/** An agent task for tests, without a coordinator and without a database. */
import "server-only";
import { randomUUID } from "node:crypto";
import { LogEventBody } from "../../contracts/run/log-event.ts";
import { startClock } from "../../contracts/run/run-clock.ts";
import type { AgentTask } from "../agent.ts";
import { general } from "../general/descriptor.ts";
import { recordHops } from "../record-hops.ts";
import { openTestGateway } from "./open-test-gateway.ts";

export type TestTask = { task: AgentTask; events: LogEventBody[]; answer(): string };

export function testTask(given: Partial<AgentTask> = {}): TestTask {
  const events: LogEventBody[] = [];
  let answer = "";
  const record = (body: LogEventBody) => void events.push(LogEventBody.parse(body));
  const runId = randomUUID();
  const hops = recordHops(runId, record);
  const task: AgentTask = {
    agent: general,
    runId,
    conversationId: randomUUID(),
    userMessageId: randomUUID(),
    text: "Hello",
    input: null,
    instructions: "",
    soFar: null,
    attachedUrls: [],
    files: [],
    pictures: [],
    stored: null,
    nextVersion: (given.stored?.version ?? 0) + 1,
    deltasBefore: 0,
    facts: { stored: null, nextVersion: 1, deltasBefore: 0, contextDeltas: async () => [] },
    saidBefore: async () => [],
    visibleTurns: async () => [],
    contextDeltas: async () => [],
    actor: { userId: "somebody", role: "user" },
    sharedContext: null,
    replacedRunId: null,
    approval: null,
    hop: hops.start({ kind: "agent", nodeId: "tested", parent: null }),
    hops,
    gateway: openTestGateway(hops, record),
    ports: {
      appendEvent: record,
      emitStatus: () => undefined,
      clock: startClock(),
      persistChanges: async () => undefined,
      persistCalls: async () => undefined,
      emitText: (text) => {
        answer += text;
      },
      answer: () => answer,
      signal: new AbortController().signal,
    },
    ...given,
  };
  return { task, events, answer: () => answer };
}
