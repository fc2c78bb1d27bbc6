import "server-only";
/** The general agent: answers, computes in Python, reads attachments, and remembers its own tool history. */
import { settings } from "../../env/settings.ts";
import { policyInForce } from "../../prompt/policy-in-force.ts";
import { generalTools } from "../../tools/general-tools.ts";
import type { Agent, AgentOutcome, AgentTask } from "../agent.ts";
import { runToolLoop } from "../run-tool-loop.ts";
import { currentInput, generalOpening } from "./opening.ts";
import { recallExchanges } from "./recall-exchanges.ts";
import { rememberExchange } from "./remember-exchange.ts";

const MEMORY_POLICY = "tool-history";

export const generalAgent: Agent = {
  id: "general",
  version: 1,
  memoryPolicy: MEMORY_POLICY,
  maySpeculate: true,
  purpose: "Answers questions, computes, and reads attached files.",
  tools: generalTools,
  plannable: () => generalTools,
  run: runGeneral,
};

async function runGeneral(task: AgentTask): Promise<AgentOutcome> {
  const recalled = await recallExchanges(task);
  const input = currentInput(task);
  const { AGENT_MAX_ROUNDS: maxRounds, AGENT_MAX_MS: maxMs } = settings();
  const { end, scratch, figures } = await runToolLoop({
    ...task,
    agent: { ...generalAgent, memoryPolicy: policyInForce(MEMORY_POLICY) },
    opening: generalOpening(task, recalled, input),
    limits: { maxRounds, maxMs },
  });
  const answer = { role: "assistant" as const, content: task.ports.answer() };
  const messages = [input, ...scratch, answer];
  const newStates = end.kind === "failed" ? [] : [rememberExchange(task, recalled, messages)];
  const setAside = recalled.setAside ? [recalled.setAside] : [];
  return { end, figures, keepsakes: { newStates, setAside }, approval: null };
}
