/** The coordinator's system prompt for planning: the available agents and the rules. */
import "server-only";
import type { Agent } from "../../agents/agent.ts";

const RULES = `You plan one turn of a chat. Decide which agent answers the person's message, and in how many steps.

- Most messages need one step. Use several only where the message asks for things that different agents must do, in order.
- A short follow-up ("and delete the second one", "now for 20") belongs to the agent that is active or that awaits an answer, as the context state says.
- Name the tool calls of a step where you can tell them; give their arguments as JSON where you know them exactly.`;

/** @param agents the agents that the plan may name; the fallback, or else the first, gets messages that fit no other */
export function planningPrompt(agents: readonly Agent[]): string {
  const fallback = agents.find(({ descriptor }) => descriptor.isFallback) ?? agents[0];
  const last = `- Where no agent fits better, choose "${fallback?.descriptor.id}".`;
  return `${RULES}\n${last}\n\n## Agents\n${agents.map(describeAgent).join("\n")}`;
}

function describeAgent({ descriptor, plannable }: Agent): string {
  const { id, name, description, memory, examples } = descriptor;
  const tools = plannable.map((tool) => tool.name).join(", ") || "none";
  return `- ${id}: ${name}. ${description} Memory: ${memory}. Tools: ${tools}.
  Examples: ${examples.join(" | ")}`;
}
