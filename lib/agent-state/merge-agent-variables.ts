/** Adds to one scope. Who may write which scope is asked elsewhere: see `enrichOwnScope`. */
import type { AgentScope, AgentVariables } from "./agent-state.ts";
import { normaliseScope, normaliseScopes, toPlainObject } from "./normalise-variables.ts";

/**
 * Shallow within the scope: additions win, `undefined` is dropped, `null` overwrites. The base is never changed.
 *
 * @param scope any case; `LLM` reads as `ORCHESTRATOR`
 * @throws AgentStateError on an unknown scope, or additions that are no plain object
 */
export function mergeAgentVariables(
  base: AgentVariables | undefined,
  scope: AgentScope | Lowercase<AgentScope> | "LLM" | "llm",
  additions: Record<string, unknown>,
): AgentVariables {
  const variables = normaliseScopes(base ?? {});
  const own = normaliseScope(scope);
  return { ...variables, [own]: { ...variables[own], ...toPlainObject(additions, "additions") } };
}
