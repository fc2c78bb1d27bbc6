/** Scoped variables, checked and reduced to plain JSON. */
import {
  AGENT_SCOPES,
  type AgentScope,
  type AgentVariables,
  type VariablesRef,
} from "./agent-state.ts";
import { AgentStateError } from "./agent-state-error.ts";

const HEADER = "x-agent-state";
const REF = /^sha256:[0-9a-f]{64}$/;

export function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * A copy as JSON carries it: `undefined` is dropped, `null` stays.
 * @throws AgentStateError where it is no object, or JSON cannot carry it (cycles, BigInt)
 */
export function toPlainObject(value: unknown, what: string): Record<string, unknown> {
  if (!isPlainObject(value)) throw new AgentStateError(HEADER, `${what} must be an object`);
  let copy: unknown;
  try {
    copy = JSON.parse(JSON.stringify(value) ?? "null");
  } catch (cause) {
    throw new AgentStateError(HEADER, `${what} cannot be written as JSON`, { cause });
  }
  if (!isPlainObject(copy)) throw new AgentStateError(HEADER, `${what} must be an object`);
  return copy;
}

/**
 * Upper-cases a scope; `LLM` is an old alias of `ORCHESTRATOR`.
 * @throws AgentStateError on an unknown one
 */
export function normaliseScope(value: unknown): AgentScope {
  const name = typeof value === "string" ? value.toUpperCase() : "";
  const scope = AGENT_SCOPES.find((known) => known === (name === "LLM" ? "ORCHESTRATOR" : name));
  if (!scope) throw new AgentStateError(HEADER, "unknown scope");
  return scope;
}

/** @throws AgentStateError on an unknown scope, or a scope that is no object */
export function normaliseScopes(value: unknown): AgentVariables {
  if (!isPlainObject(value)) throw new AgentStateError(HEADER, "variables must be an object");
  const variables: AgentVariables = {};
  for (const [name, content] of Object.entries(value)) {
    if (content === undefined) continue;
    const scope = normaliseScope(name);
    variables[scope] = { ...variables[scope], ...toPlainObject(content, `scope ${scope}`) };
  }
  return variables;
}

/** Scopes, or the reference that stands in their place; none at all reads as absent. */
export function normaliseVariables(value: unknown): AgentVariables | VariablesRef | undefined {
  if (isPlainObject(value) && typeof value.$ref === "string") {
    const isAlone = Object.keys(value).length === 1;
    if (!isAlone || !REF.test(value.$ref)) throw new AgentStateError(HEADER, "malformed $ref");
    return { $ref: value.$ref };
  }
  const variables = normaliseScopes(value);
  return Object.keys(variables).length > 0 ? variables : undefined;
}
