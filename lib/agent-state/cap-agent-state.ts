/** Limits `x-agent-state` to its share of the 16 KiB of headers that Node's HTTP server accepts. */
import { parseByValue } from "../contracts/json/exact-numbers.ts";
import {
  type AgentState,
  AgentStateError,
  type AgentStateHeaders,
  type AgentStateInput,
  HEADER,
  isVariablesRef,
} from "./agent-state.ts";
import { encodeAgentStateHeaders, encodeAgentStateValue } from "./agent-state-headers.ts";
import { canonicalJson, sha256Hex } from "./canonical-digest.ts";
import { AGENT_STATE_MAX_BYTES } from "./limits.ts";
import { normaliseAgentState, normaliseScopes } from "./normalise-agent-state.ts";

/**
 * Variables that did not fit: canonical JSON, and its lower-case hex SHA-256. Stored on the server under the digest.
 */
export type SpilledVariables = { sha256: string; body: string };
export type CappedAgentState = { state: AgentState; spilled: SpilledVariables | null };

/**
 * Replaces the variables by `{"$ref": "sha256:…"}` where the encoded envelope is above 6 KiB.
 * @throws AgentStateError where the envelope is not valid, or too large even without its variables
 */
export function capAgentState(input: AgentStateInput): CappedAgentState {
  const state = normaliseAgentState(input);
  if (encodeAgentStateValue(state).length <= AGENT_STATE_MAX_BYTES) return { state, spilled: null };
  const tooLarge = new AgentStateError(HEADER.state, `over ${AGENT_STATE_MAX_BYTES} bytes`);
  if (!state.variables || isVariablesRef(state.variables)) throw tooLarge;
  const body = canonicalJson(state.variables, HEADER.state);
  const sha256 = sha256Hex(body);
  const capped: AgentState = { ...state, variables: { $ref: `sha256:${sha256}` } };
  if (encodeAgentStateValue(capped).length > AGENT_STATE_MAX_BYTES) throw tooLarge;
  return { state: capped, spilled: { sha256, body } };
}

/** The headers of a hop between services, within the cap. */
export function encodeCappedAgentState(input: AgentStateInput): {
  headers: AgentStateHeaders;
  spilled: SpilledVariables | null;
} {
  const { state, spilled } = capAgentState(input);
  return { headers: encodeAgentStateHeaders(state), spilled };
}

/**
 * Puts variables back in the place of their reference.
 * @param body the text stored under the digest
 * @throws AgentStateError where the body does not match the reference
 */
export function restoreSpilledState(state: AgentState, body: string): AgentState {
  if (!isVariablesRef(state.variables)) return state;
  if (state.variables.$ref !== `sha256:${sha256Hex(body)}`) {
    throw new AgentStateError(HEADER.state, "the body is not the one that $ref names");
  }
  return { ...state, variables: normaliseScopes(parseByValue(body)) };
}
