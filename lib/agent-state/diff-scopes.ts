/** What changed between two envelopes, scope by scope. */
import { isDeepStrictEqual } from "node:util";
import { AGENT_SCOPES, type AgentScope, type AgentVariables } from "./agent-state.ts";

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

/** The scopes that differ, with the names of their keys, never their values. */
export function diffScopes(
  before: AgentVariables | undefined,
  after: AgentVariables | undefined,
): ScopeChange[] {
  return AGENT_SCOPES.flatMap((scope) =>
    diffScope(scope, before?.[scope] ?? {}, after?.[scope] ?? {}),
  );
}

/** The changes that a hop of scope `own` had no right to make. To be recorded, and not to be passed on. */
export function findForeignWrites(
  before: AgentVariables | undefined,
  after: AgentVariables | undefined,
  own: AgentScope,
): ScopeChange[] {
  return diffScopes(before, after).filter(({ scope }) => scope !== own);
}
