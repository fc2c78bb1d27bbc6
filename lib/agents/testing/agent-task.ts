/** An agent task for tests, without a coordinator and without a database: whole, or one part of it. */
import "server-only";
import { randomUUID } from "node:crypto";
import { LogEventBody } from "../../contracts/run/log-event.ts";
import { startClock } from "../../contracts/run/run-clock.ts";
import type { RunPorts } from "../../contracts/run/run-work.ts";
import type { AgentTask, StoredMemory } from "../agent.ts";
import { general } from "../general/descriptor.ts";
import { recordHops } from "../record-hops.ts";
import type { Governance, HopTrace, TaskIdentity, TaskLimits } from "../task-parts.ts";
import { openTestGateway } from "./open-test-gateway.ts";

type TaskInput = AgentTask["given"];
type TestRun = { ports: RunPorts; events: LogEventBody[]; answer(): string };

/** Ports that record what passes them. */
export function testRun(signal: AbortSignal = new AbortController().signal): TestRun {
  const events: LogEventBody[] = [];
  let answer = "";
  const ports: RunPorts = {
    appendEvent: (body) => void events.push(LogEventBody.parse(body)),
    emitStatus: () => undefined,
    emitText: (text) => {
      answer += text;
    },
    answer: () => answer,
    persistChanges: async () => undefined,
    persistCalls: async () => undefined,
    clock: startClock(),
    signal,
  };
  return { ports, events, answer: () => answer };
}

export function testIdentity(given: Partial<TaskIdentity> = {}): TaskIdentity {
  const actor = { userId: "somebody", role: "user" } as const;
  const ids = { conversationId: randomUUID(), userMessageId: randomUUID() };
  return { runId: randomUUID(), ...ids, actor, replacedRunId: null, ...given };
}

export function testTrace({ runId }: Pick<TaskIdentity, "runId">, { ports }: TestRun): HopTrace {
  const hops = recordHops(runId, ports.appendEvent);
  return { hops, hop: hops.start({ kind: "agent", nodeId: "tested", parent: null }) };
}

export function testMemory(given: Partial<StoredMemory> = {}): StoredMemory {
  const nextVersion = (given.stored?.version ?? 0) + 1;
  return { stored: null, nextVersion, deltasBefore: 0, contextDeltas: async () => [], ...given };
}

export function testInput(given: Partial<TaskInput> = {}): TaskInput {
  return {
    text: "Hello",
    ownWords: given.text ?? "Hello",
    input: null,
    attachedUrls: [],
    pictures: [],
    files: [],
    instructions: "",
    soFar: null,
    approval: null,
    sharedContext: null,
    origins: {
      text: "person",
      objective: "model@person",
      shared: "model@person",
      instructions: "person",
    },
    ...given,
  };
}

export function testLimits(given: Partial<TaskLimits> = {}): TaskLimits {
  return { maxRounds: 12, maxMs: 120_000, ...given };
}

/** Everything is allowed. */
export function testGovernance({ hops }: HopTrace, { ports }: TestRun): Governance {
  return { gateway: openTestGateway(hops, ports.appendEvent) };
}

type Given = Partial<Pick<AgentTask, "agent" | "sources">> & {
  who?: Partial<TaskIdentity>;
  given?: Partial<TaskInput>;
  memory?: Partial<Omit<AgentTask["memory"], "own">>;
  /** The agent's own memory. */
  own?: Partial<StoredMemory>;
  govern?: Governance["govern"];
  limits?: Partial<TaskLimits>;
};

export function testTask({ agent = general, sources, given, own, limits, ...parts }: Given = {}) {
  const run = testRun();
  const who = testIdentity(parts.who);
  const trace = testTrace(who, run);
  const { govern } = parts;
  const task: AgentTask = {
    agent,
    who,
    given: testInput(given),
    memory: {
      own: testMemory(own),
      facts: testMemory(),
      said: [],
      visibleTurns: async () => [],
      ...parts.memory,
    },
    trace,
    sources,
    ports: run.ports,
    governance: { ...testGovernance(trace, run), govern },
    limits: testLimits(limits),
  };
  return { task, events: run.events, answer: run.answer };
}
