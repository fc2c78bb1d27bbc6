import "server-only";
/** Why a stored context state is none of its schema. Pure. */
import type { AgentRegistry } from "../../agents/create-registry.ts";
import { schemaOf } from "./schema-of.ts";

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
