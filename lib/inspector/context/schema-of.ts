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

/** @returns a sentence without content; null where it fits, or is no context state */
export function describeContextMisfit(
  registry: AgentRegistry,
  agentId: string,
  state: object,
): string | null {
  if (!("context_state" in state)) return null;
  const schema = schemaOf(registry, agentId);
  const checked = schema.check(state.context_state);
  return checked.ok ? null : `it does not fit ${schema.name}: ${checked.detail}`;
}
