/** Operations on scoped variables: merge, write to the own scope, compare, withhold analytics. */
import { isDeepStrictEqual } from "node:util";
import {
  AGENT_SCOPES,
  type AgentScope,
  type AgentState,
  type AgentVariables,
  isVariablesRef,
} from "./agent-state.ts";
import { normaliseScope, normaliseScopes, toPlainObject } from "./normalise-agent-state.ts";

/**
 * Adds to one scope, shallowly: additions win, `undefined` is dropped, `null` overwrites. The base is not changed.
 * It does not check who may write the scope: see `enrichOwnScope`.
 *
 * @param scope any case; `LLM` reads as `ORCHESTRATOR`
 * @throws AgentStateError on an unknown scope, or additions that are not a plain object
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

export type Enriched =
  | { ok: true; state: AgentState }
  /** `refused`: the scopes that belong to other hops. `state` is the unchanged input. */
  | { ok: false; reason: "foreign-scope"; refused: AgentScope[]; state: AgentState }
  /** The variables must be restored before anything can be added to them. */
  | { ok: false; reason: "variables-not-here"; refused: []; state: AgentState };

/**
 * Merges additions into the envelope if all of them are in `ownScope`. Otherwise nothing is written, and the caller
 * records what was refused.
 *
 * @param additions by scope, in any case
 * @throws AgentStateError on an unknown scope, or a scope that is not an object
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

export type ScopeChange = {
  scope: AgentScope;
  added: string[];
  changed: string[];
  removed: string[];
};

type Values = Record<string, unknown>;

function diffScope(scope: AgentScope, before: Values, after: Values): ScopeChange[] {
  const added = Object.keys(after).filter((key) => !Object.hasOwn(before, key));
  const removed = Object.keys(before).filter((key) => !Object.hasOwn(after, key));
  const changed = Object.keys(after).filter(
    (key) => Object.hasOwn(before, key) && !isDeepStrictEqual(before[key], after[key]),
  );
  const isUntouched = added.length + changed.length + removed.length === 0;
  return isUntouched ? [] : [{ scope, added, changed, removed }];
}

/** The scopes that differ, with the names of their keys and without values. */
export function diffScopes(
  before: AgentVariables | undefined,
  after: AgentVariables | undefined,
): ScopeChange[] {
  return AGENT_SCOPES.flatMap((scope) =>
    diffScope(scope, before?.[scope] ?? {}, after?.[scope] ?? {}),
  );
}

/** Optional analytics of an envelope, each off until a setting enables it (seeds, "Analytics Conventions"). */
const ANALYTICS_KEYS = ["analytics", "orchestrator_plan", "agent_execution"] as const;
export type AnalyticsKey = (typeof ANALYTICS_KEYS)[number];

/**
 * Removes the analytics that no setting enables, before the envelope leaves the process. The run log has recorded them
 * already.
 */
export function withholdAnalytics(
  state: AgentState,
  enabled: ReadonlySet<AnalyticsKey>,
): AgentState {
  if (!state.variables || isVariablesRef(state.variables)) return state;
  const withheld = new Set<string>(ANALYTICS_KEYS.filter((key) => !enabled.has(key)));
  const variables: AgentVariables = {};
  for (const scope of AGENT_SCOPES) {
    const values = state.variables[scope];
    if (!values) continue;
    const kept = Object.entries(values).filter(([key]) => !withheld.has(key));
    variables[scope] = Object.fromEntries(kept);
  }
  return { ...state, variables };
}
