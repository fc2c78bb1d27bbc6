/** The normal form of an envelope, for what comes in and what goes out. Unknown top-level keys are dropped. */
import { hasExactNumber, keepNumber } from "../contracts/json/exact-numbers.ts";
import { isRecord } from "../contracts/read-json.ts";
import {
  AGENT_SCOPES,
  type AgentScope,
  type AgentState,
  AgentStateError,
  type AgentVariables,
  HEADER,
  type VariablesRef,
} from "./agent-state.ts";
import { NODE_ID_MAX_CHARS, REF_MAX_CHARS } from "./limits.ts";

/**
 * Reads the fields of an envelope from any value. `ref` is an old alias of `runId`.
 * @param within the header that an error names; absent: each field's own header
 * @throws AgentStateError where a field is malformed
 */
export function normaliseAgentState(value: unknown, within?: string): AgentState {
  if (!isRecord(value)) throw new AgentStateError(HEADER.state, "must be an object");
  const state: AgentState = { nodeId: normaliseNodeId(value.nodeId, within ?? HEADER.nodeId) };
  const runId = value.runId === undefined ? value.ref : value.runId;
  if (runId !== undefined) state.runId = normaliseRef(runId, within ?? HEADER.runId);
  if (value.parentRef !== undefined) {
    state.parentRef = normaliseRef(value.parentRef, within ?? HEADER.parentRef);
  }
  if (value.variables !== undefined) {
    const variables = normaliseVariables(value.variables);
    if (variables) state.variables = variables;
  }
  if (value.metadata !== undefined) state.metadata = toPlainObject(value.metadata, "metadata");
  return state;
}

function requireText(header: string, value: unknown): string {
  if (typeof value !== "string") throw new AgentStateError(header, "not a text");
  return value.trim();
}

/**
 * Trimmed, lower-cased, `[^a-z0-9-]+` becomes `-`, runs of `-` collapse, edge `-` go, at most 80.
 * @throws AgentStateError where the result is empty, or the value is not text
 */
export function normaliseNodeId(value: unknown, header: string): string {
  const nodeId = requireText(header, value)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-/, "")
    .slice(0, NODE_ID_MAX_CHARS)
    .replace(/-$/, "");
  if (nodeId === "") throw new AgentStateError(header, "the node id is empty");
  return nodeId;
}

/**
 * A run id or a hop reference: trimmed, `[^A-Za-z0-9._:-]+` becomes `_`, at most 120.
 * @throws AgentStateError where the result is empty, or the value is not text
 */
export function normaliseRef(value: unknown, header: string): string {
  const ref = requireText(header, value)
    .replace(/[^A-Za-z0-9._:-]+/g, "_")
    .slice(0, REF_MAX_CHARS);
  if (ref === "") throw new AgentStateError(header, "the reference is empty");
  return ref;
}

const REF = /^sha256:[0-9a-f]{64}$/;

/**
 * A copy through JSON: `undefined` is dropped, `null` stays, and numbers stay as they were written.
 * @throws AgentStateError where the value is not an object or has no JSON form (cycles, BigInt)
 */
export function toPlainObject(value: unknown, what: string): Record<string, unknown> {
  if (!isRecord(value)) throw new AgentStateError(HEADER.state, `${what} must be an object`);
  let copy: unknown;
  try {
    const text = JSON.stringify(value) ?? "null";
    copy = hasExactNumber(value) ? JSON.parse(text, keepNumber) : JSON.parse(text);
  } catch (cause) {
    throw new AgentStateError(HEADER.state, `${what} cannot be written as JSON`, { cause });
  }
  if (!isRecord(copy)) throw new AgentStateError(HEADER.state, `${what} must be an object`);
  return copy;
}

/**
 * Upper-cases a scope; `LLM` is an old alias of `ORCHESTRATOR`.
 * @throws AgentStateError on an unknown scope
 */
export function normaliseScope(value: unknown): AgentScope {
  const name = typeof value === "string" ? value.toUpperCase() : "";
  const scope = AGENT_SCOPES.find((known) => known === (name === "LLM" ? "ORCHESTRATOR" : name));
  if (!scope) throw new AgentStateError(HEADER.state, "unknown scope");
  return scope;
}

/** @throws AgentStateError on an unknown scope, or a scope that is not an object */
export function normaliseScopes(value: unknown): AgentVariables {
  if (!isRecord(value)) throw new AgentStateError(HEADER.state, "variables must be an object");
  const variables: AgentVariables = {};
  for (const [name, content] of Object.entries(value)) {
    if (content === undefined) continue;
    const scope = normaliseScope(name);
    variables[scope] = { ...variables[scope], ...toPlainObject(content, `scope ${scope}`) };
  }
  return variables;
}

/** Scopes, or the reference in their place; undefined where there are no scopes. */
function normaliseVariables(value: unknown): AgentVariables | VariablesRef | undefined {
  if (isRecord(value) && typeof value.$ref === "string") {
    const isAlone = Object.keys(value).length === 1;
    if (!isAlone || !REF.test(value.$ref))
      throw new AgentStateError(HEADER.state, "malformed $ref");
    return { $ref: value.$ref };
  }
  const variables = normaliseScopes(value);
  return Object.keys(variables).length > 0 ? variables : undefined;
}
