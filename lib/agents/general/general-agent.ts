import "server-only";
/** The general agent: answers, computes, reads, searches, and remembers its own tool history. */
import { settings } from "../../env/settings.ts";
import type { ChatMessage } from "../../hidden-state/chat-message.ts";
import { policyInForce } from "../../prompt/policy-in-force.ts";
import { makeSegment, type Segment } from "../../prompt/segment.ts";
import type { Tool } from "../../tools/tool.ts";
import type { Agent, AgentOutcome, AgentTask } from "../agent.ts";
import { runToolLoop } from "../run-tool-loop.ts";
import { currentInput, generalOpening } from "./opening.ts";
import { approvedCall, toPending } from "./pending-call.ts";
import { recallExchanges } from "./recall-exchanges.ts";
import { rememberExchange } from "./remember-exchange.ts";

const AGENT_ID = "general";
const MEMORY_POLICY = "tool-history";

/** @param tools what this deployment offers; the same list makes the same prompts */
export function createGeneralAgent(tools: readonly Tool[]): Agent {
  return {
    id: AGENT_ID,
    version: 1,
    memoryPolicy: MEMORY_POLICY,
    maySpeculate: true,
    purpose: "Answers questions, computes, searches the web, and reads attached files.",
    tools,
    plannable: () => tools,
    run: (task) => runGeneral(tools, task),
  };
}

async function runGeneral(tools: readonly Tool[], task: AgentTask): Promise<AgentOutcome> {
  const recalled = await recallExchanges(task);
  const input = currentInput(task);
  const { call: approved, before } = approvedCall(task.approval, tools);
  const { AGENT_MAX_ROUNDS: maxRounds, AGENT_MAX_MS: maxMs } = settings();
  const { end, scratch, figures } = await runToolLoop({
    ...task,
    agent: { id: AGENT_ID, memoryPolicy: policyInForce(MEMORY_POLICY), tools },
    opening: [...generalOpening(task, recalled, input), ...soFar(task, before)],
    limits: { maxRounds, maxMs },
    approved,
  });
  const approval = end.kind === "awaits-approval" ? toPending(end) : null;
  if (approval) task.ports.emitText(`${task.ports.answer() ? "\n\n" : ""}${approval.question}`);
  const answer = { role: "assistant" as const, content: task.ports.answer() };
  const messages = [input, ...before, ...scratch, answer];
  const newStates = end.kind === "failed" ? [] : [rememberExchange(task, recalled, messages)];
  const quarantined = recalled.quarantined ? [recalled.quarantined] : [];
  return { end, figures, artifacts: { newStates, quarantined }, approval };
}

/** What this turn has behind it, where it is tried again. */
function soFar({ runId }: AgentTask, messages: readonly ChatMessage[]): Segment[] {
  if (messages.length === 0) return [];
  const source = "turn:so-far";
  const kind = "run-scratchpad";
  return [makeSegment({ kind, agentId: AGENT_ID, source, runId, messages: [...messages] })];
}
