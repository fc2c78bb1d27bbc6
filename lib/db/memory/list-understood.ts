import "server-only";
/** "Understood so far": the facts that an agent keeps for its person to read and correct. Other state stays hidden. */
import type { AgentDescriptor } from "../../agents/define-agent.ts";
import type { PublicFact } from "../../contracts/public/conversation.ts";

/** @param state the agent's newest hidden state as stored; null where there is none */
export function listUnderstood(agent: AgentDescriptor | null, state: unknown): PublicFact[] {
  const context = agent && readContext(agent, state);
  return context ? (agent.facts?.list(context) ?? []) : [];
}

/** The context state inside a stored one; null where there is none, or it cannot be decoded. */
export function readContext(agent: AgentDescriptor, state: unknown): unknown {
  if (state === null || state === undefined) return null;
  const decoded = agent.state.decode(state);
  return decoded.ok && "context_state" in decoded.state ? decoded.state.context_state : null;
}
