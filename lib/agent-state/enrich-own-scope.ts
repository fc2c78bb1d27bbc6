/** A hop adds to the envelope, in its own scope only. */
import {
  type AgentScope,
  type AgentState,
  type AgentVariables,
  isVariablesRef,
} from "./agent-state.ts";
import { mergeAgentVariables } from "./merge-agent-variables.ts";
import { normaliseScopes } from "./normalise-variables.ts";

export type Enriched =
  | { ok: true; state: AgentState }
  /** `refused`: the scopes that were not the hop's. `state` is what was given, unchanged. */
  | { ok: false; reason: "foreign-scope"; refused: AgentScope[]; state: AgentState }
  /** The variables must be restored before anything can be added to them. */
  | { ok: false; reason: "variables-not-here"; refused: []; state: AgentState };

/**
 * Merges additions into the envelope where all of them are in `ownScope`; else nothing is written, and the
 * caller records what was refused.
 *
 * @param additions by scope, in any case
 * @throws AgentStateError on an unknown scope, or a scope that is no object
 */
export function enrichOwnScope(
  state: AgentState,
  ownScope: AgentScope,
  additions: Record<string, Record<string, unknown>>,
): Enriched {
  if (isVariablesRef(state.variables)) {
    return { ok: false, reason: "variables-not-here", refused: [], state };
  }
  const scopes: AgentVariables = normaliseScopes(additions);
  const named = Object.keys(scopes) as AgentScope[];
  const refused = named.filter((scope) => scope !== ownScope);
  if (refused.length > 0) return { ok: false, reason: "foreign-scope", refused, state };
  const variables = mergeAgentVariables(state.variables, ownScope, scopes[ownScope] ?? {});
  return { ok: true, state: { ...state, variables } };
}
