/** The events of the odd run. Each oddity is one hop, named in `ODD`. */
import type { AgentVariables } from "../../../agent-state/agent-state.ts";
import { encodeAgentStateHeaders } from "../../../agent-state/agent-state-headers.ts";
import { computeArgsDigest } from "../../../agent-state/canonical-digest.ts";
import type { LogEventBody } from "../../../contracts/run/log-event.ts";

/** `atMs`: since the run began. */
export type OddEvent = { atMs: number; body: LogEventBody };

/** Ids of the odd hops. */
export const ODD = {
  failed: "h3",
  retried: "h4",
  parallel: "h5",
  /** Starts twice, at two nodes. */
  duplicate: "h6",
  unplannedWrite: "h7",
  orphan: "h8",
  lostParent: "h-lost",
  cycle: ["h9", "h10"],
  malformed: "h11",
  foreignWrite: "h12",
  clockSkew: "h13",
  neverEnded: "h14",
  /** An id that is hostile to addresses, markup and readers. */
  hostile: "../odd?x=1#<b>\u202eid</b>",
} as const;

/** Text that only an operator with access to payloads may see. */
export const ODD_SECRET = "blue-heron-7731";

type LeftByHop = Extract<LogEventBody, { type: "hop.ended" }>["state"];
type HopKind = Extract<LogEventBody, { type: "hop.started" }>["kind"];
type Start = {
  ref: string;
  parent: string | null;
  kind: HopKind;
  node: string;
  /** The received headers; absent: none. */
  variables?: AgentVariables;
  from?: string;
};

export function oddEvents(runId: string, userMessageId: string): OddEvent[] {
  const events: OddEvent[] = [];
  const add = (atMs: number, body: LogEventBody) => events.push({ atMs, body });
  const start = (atMs: number, { ref, parent, kind, node, variables, from }: Start) => {
    const hop = { hopRef: ref, parentRef: parent, kind, nodeId: node };
    if (!variables || parent === null) return add(atMs, { type: "hop.started", ...hop });
    const envelope = { nodeId: from ?? "general", runId, parentRef: parent, variables };
    add(atMs, {
      type: "hop.started",
      ...hop,
      headers: encodeAgentStateHeaders(envelope),
      envelope,
    });
  };
  const end = (
    atMs: number,
    hopRef: string,
    durationMs: number,
    outcome: "ok" | "failed" = "ok",
    more: { state?: LeftByHop } = {},
  ) => add(atMs, { type: "hop.ended", hopRef, outcome, durationMs, ...more });

  const plan = { orchestrator_plan: { version: 1, steps: [{ id: "s1" }, { id: "s2" }] } };
  const toAgent: AgentVariables = { ORCHESTRATOR: plan };
  const toTool: AgentVariables = {
    ...toAgent,
    AGENT: { plan_step_id: "s2", objective: ODD_SECRET },
  };
  const tool = (ref: string, node: string, parent = "h2"): Start => ({
    ref,
    parent,
    kind: "tool",
    node,
    variables: toTool,
  });

  add(0, { type: "run.started", agentId: "general", userMessageId });
  add(2, { type: "status.changed", status: "thinking" });
  start(5, { ref: "h1", parent: null, kind: "coordinator", node: "coordinator" });
  addPlan(add);
  start(60, { ...agent("h2", "h1", "general"), variables: toAgent, from: "coordinator" });
  addSteps({ add, start, end, tool });
  start(1_300, tool(ODD.parallel, "web_search"));
  start(1_320, tool(ODD.duplicate, "fetch_page"));
  end(1_700, ODD.parallel, 400);
  end(1_800, ODD.duplicate, 480);
  start(1_900, tool(ODD.duplicate, "web_search"));
  end(1_950, ODD.duplicate, 50);
  addUnplannedWrite({ add, start, end, tool });
  start(2_300, agent(ODD.orphan, ODD.lostParent, "wanderer"));
  end(2_350, ODD.orphan, 50);
  const [one, other] = ODD.cycle;
  start(2_400, agent(one, other, "chicken"));
  start(2_410, agent(other, one, "egg"));
  end(2_450, other, 40);
  end(2_460, one, 60);
  addOddEnvelopes({ add, start, end, tool }, toTool);
  start(2_200, tool(ODD.clockSkew, "file_search", ODD.foreignWrite));
  end(3_000, ODD.clockSkew, 20);
  end(3_050, ODD.foreignWrite, 350);
  start(3_100, tool(ODD.neverEnded, "web_search"));
  start(3_200, tool(ODD.hostile, "<img src=x onerror=alert(1)>\u202e"));
  end(3_250, ODD.hostile, 50);
  const reflections = [ODD_SECRET];
  end(3_900, "h2", 3_840, "ok", {
    state: { scope: "AGENT", variables: { status: "ok", reflections }, metadata: { model: "m" } },
  });
  end(3_950, "h1", 3_945);
  add(3_960, { type: "answer.delta", offset: 0, text: "It is done." });
  add(4_000, { type: "run.ended", ending: "complete", reason: null });
  return events;
}

const agent = (ref: string, parent: string, node: string): Start => ({
  ref,
  parent,
  kind: "agent",
  node,
});

type Add = (atMs: number, body: LogEventBody) => void;
type Writers = {
  add: Add;
  start: (atMs: number, hop: Start) => void;
  end: (atMs: number, hopRef: string, durationMs: number, outcome?: "ok" | "failed") => void;
  tool: (ref: string, node: string, parent?: string) => Start;
};

function addPlan(add: Add): void {
  const step = { agentId: "general", expectedArgsSha256: null };
  const steps = [
    { ...step, id: "s1", type: "agent" as const, target: "general", objective: "Find out" },
    {
      ...step,
      id: "s2",
      type: "tool" as const,
      target: "python_interpreter@1",
      objective: "Count",
    },
  ];
  const plan = { revision: 0, source: "model" as const, reason: "Two steps", steps, attempts: 1 };
  add(40, { type: "plan.made", hopRef: "h1", plan });
  add(50, { type: "plan.frozen", hopRef: "h1", revision: 0 });
}

/** A step that fails twice. */
function addSteps({ add, start, end, tool }: Writers): void {
  const runs = [
    { hopRef: ODD.failed, atMs: 100, outcome: "failed", result: "ZeroDivisionError" },
    { hopRef: ODD.retried, atMs: 700, outcome: "ok", result: "42" },
  ] as const;
  for (const { hopRef, atMs, outcome, result } of runs) {
    start(atMs, tool(hopRef, "python_interpreter"));
    addCall(add, atMs + 2, { hopRef, tool: "python_interpreter@1", step: "s2", writes: false });
    const returned = { hopRef, toolCallId: `c-${hopRef}`, tool: "python_interpreter@1", outcome };
    add(atMs + 400, {
      type: "tool.returned",
      ...returned,
      result,
      bytes: result.length,
      durationMs: 398,
    });
    addExecution(add, atMs + 401, { hopRef, tool: "python_interpreter@1", step: "s2", outcome });
    end(atMs + 402, hopRef, 402, outcome);
  }
}

function addUnplannedWrite({ add, start, end, tool }: Writers): void {
  const hopRef = ODD.unplannedWrite;
  start(2_000, tool(hopRef, "create_person"));
  addCall(add, 2_002, { hopRef, tool: "create_person@1", step: null, writes: true });
  addExecution(add, 2_090, { hopRef, tool: "create_person@1", step: null, outcome: "ok" });
  end(2_100, hopRef, 100);
}

function addOddEnvelopes({ add, start, end }: Writers, variables: AgentVariables): void {
  const started = { type: "hop.started", parentRef: "h2" } as const;
  const headers = { "x-node-id": "general", "x-agent-state": `{"broken": "${ODD_SECRET}` };
  const malformed = { hopRef: ODD.malformed, kind: "service", nodeId: "ums" } as const;
  add(2_500, { ...started, ...malformed, headers, signature: "unsigned" });
  const why = { code: "malformed", detail: "x-agent-state: not base64" };
  add(2_501, { type: "envelope.finding", hopRef: ODD.malformed, ...why });
  end(2_600, ODD.malformed, 100, "failed");
  // An agent may write only its own scope; this one wrote a service's scope.
  const foreign = { ...variables, SERVER: { risk: ODD_SECRET } };
  const service = { ref: ODD.foreignWrite, parent: "h2", kind: "service", node: "ums" } as const;
  start(2_700, { ...service, variables: foreign });
  const detail = "SERVER: risk was added by an agent";
  add(2_701, { type: "envelope.finding", hopRef: ODD.foreignWrite, code: "foreign-write", detail });
}

type Call = { hopRef: string; tool: string; step: string | null; writes: boolean };

function addCall(add: Add, atMs: number, { hopRef, tool, step, writes }: Call): void {
  const args = { code: `print("${ODD_SECRET}")` };
  const called = { hopRef, toolCallId: `c-${hopRef}`, tool, arguments: args, writes };
  const argsSha256 = computeArgsDigest(args);
  add(atMs, { type: "tool.called", ...called, argsSha256, planStepId: step });
}

type Ran = Omit<Call, "writes"> & { outcome: "ok" | "failed" };

function addExecution(add: Add, atMs: number, { hopRef, tool, step, outcome }: Ran): void {
  const target = { planStepId: step, type: "tool" as const, target: tool, actualArgsSha256: null };
  const execution = { ...target, status: outcome, hopRef, writes: step === null, approved: false };
  add(atMs, { type: "execution.recorded", hopRef, execution });
}
