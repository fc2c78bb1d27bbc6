import "server-only";
/** One turn behind the glass: load memory, run the agent, keep what it learned. Knows no browser. */
import { generalAgent } from "../agents/general/general-agent.ts";
import type { LoopEnd } from "../agents/loop-types.ts";
import { type Hop, recordHops } from "../agents/record-hops.ts";
import { runToolLoop } from "../agents/run-tool-loop.ts";
import type { RunPorts, RunResult } from "../contracts/run-work.ts";
import type { BegunTurn } from "../db/begun-turn.ts";
import { settings } from "../env/settings.ts";
import { currentInput, openingSegments } from "./opening-segments.ts";
import { recallGeneral } from "./recall-general.ts";
import { rememberGeneral } from "./remember-general.ts";
import { turnFiles } from "./turn-files.ts";

/** @param replacedRunId the run whose answer a retry replaces: its exchange is forgotten */
export async function runTurn(
  turn: BegunTurn,
  ports: RunPorts,
  replacedRunId: string | null,
): Promise<RunResult> {
  const { record } = ports;
  const agent = generalAgent;
  const hops = recordHops(record);
  record({ type: "run.started", agentId: agent.id, userMessageId: turn.userMessageId });
  ports.tell("thinking");
  const coordinator = hops.start({ kind: "coordinator", nodeId: "coordinator", parentRef: null });
  const hop = hops.start({ kind: "agent", nodeId: agent.id, parentRef: coordinator.ref });

  const recalled = await recallGeneral(turn, hop.ref, record, replacedRunId);
  const input = currentInput(turn);
  const { end, scratch, figures } = await runToolLoop({
    agent,
    runId: turn.runId,
    conversationId: turn.conversationId,
    hopRef: hop.ref,
    hops,
    opening: openingSegments(agent, turn, recalled, input),
    files: turnFiles(turn),
    limits: { maxRounds: settings().AGENT_MAX_ROUNDS, maxMs: settings().AGENT_MAX_MS },
    ports,
  });
  endHops(end, hop, coordinator);
  const exchange = { runId: turn.runId, messages: [input, ...scratch, finalAnswer(ports)] };
  const kept = end.kind === "failed" ? null : rememberGeneral(recalled, exchange, hop.ref, record);
  return {
    ...toEnding(end),
    totals: { agentId: agent.id, ...figures },
    newStates: kept ? [kept] : [],
    setAside: recalled.setAside ? [recalled.setAside] : [],
  };
}

function finalAnswer(ports: RunPorts) {
  return { role: "assistant" as const, content: ports.answer() };
}

function endHops(end: LoopEnd, ...hops: Hop[]): void {
  const outcome = end.kind === "failed" || end.kind === "stopped" ? end.kind : "ok";
  for (const hop of hops) hop.end(outcome);
}

function toEnding(end: LoopEnd): Pick<RunResult, "ending" | "reason"> {
  switch (end.kind) {
    case "answered":
      return { ending: "complete", reason: null };
    case "failed":
      return { ending: "failed", reason: end.reason };
    default:
      return { ending: end.kind, reason: null };
  }
}
