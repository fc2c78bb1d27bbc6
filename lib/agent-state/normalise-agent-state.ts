/** One normal form for what comes in and what goes out. Unknown top-level keys are dropped. */
import { type AgentState, HEADER } from "./agent-state.ts";
import { AgentStateError } from "./agent-state-error.ts";
import { normaliseNodeId, normaliseRef } from "./normalise-ids.ts";
import { isPlainObject, normaliseVariables, toPlainObject } from "./normalise-variables.ts";

/**
 * Reads an envelope's fields off anything. `ref` is an old alias of `runId`.
 * @param within the header that the fields stand in, for the error; absent: each has its own
 * @throws AgentStateError where a field that is present does not hold what it must
 */
export function normaliseAgentState(value: unknown, within?: string): AgentState {
  if (!isPlainObject(value)) throw new AgentStateError(HEADER.state, "must be an object");
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
