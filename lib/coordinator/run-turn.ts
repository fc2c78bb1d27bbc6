import "server-only";
/** One turn behind the glass: route it to an agent, run that agent, keep what it learned. Knows no browser. */
import type { AgentOutcome } from "../agents/agent.ts";
import { generalAgent } from "../agents/general/general-agent.ts";
import type { LoopEnd } from "../agents/loop-types.ts";
import { recordHops } from "../agents/record-hops.ts";
import { NO_KEEPSAKES, type RunPorts, type RunResult } from "../contracts/run-work.ts";
import type { BegunTurn } from "../db/begun-turn.ts";
import { toAgentTask } from "./to-agent-task.ts";

/** @param replacedRunId the run whose answer a retry replaces: its exchange is forgotten */
export async function runTurn(
  turn: BegunTurn,
  ports: RunPorts,
  replacedRunId: string | null,
): Promise<RunResult> {
  const agent = generalAgent;
  const hops = recordHops(turn.runId, ports.record);
  ports.record({ type: "run.started", agentId: agent.id, userMessageId: turn.userMessageId });
  ports.tell("thinking");
  const coordinator = hops.start({ kind: "coordinator", nodeId: "coordinator", parent: null });
  const hop = hops.start({ kind: "agent", nodeId: agent.id, parent: coordinator });
  const outcome = await agent.run(toAgentTask(turn, agent.id, { ports, hops, hop, replacedRunId }));
  hop.end(hopOutcome(outcome.end));
  coordinator.end(hopOutcome(outcome.end));
  return {
    ...NO_KEEPSAKES,
    ...toEnding(outcome.end),
    totals: { agentId: agent.id, ...outcome.figures },
    newStates: outcome.newState ? [outcome.newState] : [],
    setAside: outcome.setAside ? [outcome.setAside] : [],
  };
}

function hopOutcome({ kind }: LoopEnd): "ok" | "failed" | "stopped" {
  return kind === "failed" || kind === "stopped" ? kind : "ok";
}

function toEnding(end: AgentOutcome["end"]): Pick<RunResult, "ending" | "reason"> {
  switch (end.kind) {
    case "answered":
    case "awaits-approval":
      return { ending: "complete", reason: null };
    case "failed":
      return { ending: "failed", reason: end.reason };
    case "empty":
    case "stopped":
      return { ending: end.kind, reason: null };
  }
}
