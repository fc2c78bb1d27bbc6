/** An envelope to the headers of an outgoing hop. */
import {
  AGENT_STATE_VERSION,
  type AgentState,
  type AgentStateHeaders,
  type AgentStateInput,
  HEADER,
} from "./agent-state.ts";
import { normaliseAgentState } from "./normalise-agent-state.ts";

/** The value of `x-agent-state` for a normalised envelope: base64url without padding of JSON, keys in this order. */
export function encodeAgentStateValue(state: AgentState): string {
  const { nodeId, runId, parentRef, variables, metadata } = state;
  const envelope = { version: AGENT_STATE_VERSION, nodeId, runId, parentRef, variables, metadata };
  return Buffer.from(JSON.stringify(envelope), "utf8").toString("base64url");
}

/**
 * Writes `x-node-id`, `x-agent-ref`, `x-agent-parent-ref` and `x-agent-state`. Absent fields get no
 * header. The size is not limited here: hops between services go through `encodeCappedAgentState`.
 *
 * @throws AgentStateError where the envelope is not valid
 */
export function encodeAgentStateHeaders(input: AgentStateInput): AgentStateHeaders {
  const state = normaliseAgentState(input);
  const headers: AgentStateHeaders = { [HEADER.nodeId]: state.nodeId };
  if (state.runId !== undefined) headers[HEADER.runId] = state.runId;
  if (state.parentRef !== undefined) headers[HEADER.parentRef] = state.parentRef;
  headers[HEADER.state] = encodeAgentStateValue(state);
  return headers;
}
