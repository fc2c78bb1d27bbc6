/** The headers of an incoming hop to an envelope. */
import { type AgentState, HEADER } from "./agent-state.ts";
import { AgentStateError } from "./agent-state-error.ts";
import { decodeAgentStateHeader } from "./decode-agent-state-header.ts";
import { normaliseNodeId, normaliseRef } from "./normalise-ids.ts";
import { type HeaderSource, readHeader } from "./read-header.ts";

function readRef(headers: HeaderSource, header: string): string | undefined {
  const value = readHeader(headers, header);
  return value === undefined ? undefined : normaliseRef(value, header);
}

/**
 * Reads the envelope off headers. `x-node-id` is required, and `x-agent-ref` where the envelope has a
 * run; a missing `x-agent-parent-ref` is taken from the envelope, a missing envelope from the headers.
 *
 * @throws AgentStateError on anything malformed, and where headers and envelope disagree on node, run
 *   or parent; it says which header and why
 */
export function extractAgentStateFromHeaders(headers: HeaderSource): AgentState {
  if (typeof headers !== "object" || headers === null) {
    throw new AgentStateError(HEADER.nodeId, "there are no headers");
  }
  const nodeId = normaliseNodeId(readHeader(headers, HEADER.nodeId) ?? "", HEADER.nodeId);
  const runId = readRef(headers, HEADER.runId);
  const parentRef = readRef(headers, HEADER.parentRef);
  const value = readHeader(headers, HEADER.state);
  const inside = value ? decodeAgentStateHeader(value) : undefined;
  const disagrees = (header: string) => new AgentStateError(header, "the envelope says otherwise");
  if (inside && inside.nodeId !== nodeId) throw disagrees(HEADER.nodeId);
  if (inside?.runId !== undefined && inside.runId !== runId) throw disagrees(HEADER.runId);
  if (
    inside?.parentRef !== undefined &&
    parentRef !== undefined &&
    inside.parentRef !== parentRef
  ) {
    throw disagrees(HEADER.parentRef);
  }
  const state: AgentState = { nodeId };
  if (runId !== undefined) state.runId = runId;
  const parent = parentRef ?? inside?.parentRef;
  if (parent !== undefined) state.parentRef = parent;
  if (inside?.variables !== undefined) state.variables = inside.variables;
  if (inside?.metadata !== undefined) state.metadata = inside.metadata;
  return state;
}
