import "server-only";
/** The coordinator's own system prompt for planning: the agents there are, and the rules. Never a transcript. */
import type { Agent } from "../../agents/agent.ts";

const RULES = `You plan one turn of a chat. Decide which agent answers the person's message, and in how many steps.

- Most messages need one step. Use several only where the message asks for things that different agents must do, in order.
- A short follow-up ("and delete the second one", "now for 20") belongs to the agent that is active or that awaits an answer, as the context state says.
- Name the tool calls of a step where you can tell them; give their arguments as JSON where you know them exactly.
- Where no agent fits better, choose "general".`;

export function planningPrompt(agents: readonly Agent[]): string {
  const lines = agents.map((agent) => {
    const tools = agent.plannable().map(({ name }) => name);
    return `- ${agent.id}: ${agent.purpose} Tools: ${tools.join(", ") || "none"}.`;
  });
  return `${RULES}\n\n## Agents\n${lines.join("\n")}`;
}
