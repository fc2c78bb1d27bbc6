import "server-only";
/** Which schema an agent's context state has. Pure. */
import type { AgentRegistry } from "../../agents/create-registry.ts";
import type { ContextValue, DeclaredContext } from "../../agents/define-agent.ts";

export type { ContextValue };

export type KnownSchema = Pick<DeclaredContext, "empty" | "check"> & {
  /** `concierge@1`; null where the agent declares none. */
  name: string | null;
};

/** An agent without a schema begins with nothing, and nothing about it can be wrong but its digests. */
export function schemaOf(registry: AgentRegistry, agentId: string): KnownSchema {
  const state = registry.stateOf(agentId);
  if (!state?.context) {
    return { name: null, empty: {}, check: (value) => ({ ok: true, value: Object(value) }) };
  }
  return { name: state.schema, empty: state.context.empty, check: state.context.check };
}
