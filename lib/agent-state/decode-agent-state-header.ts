/** The value of `x-agent-state` to an envelope. */
import { AGENT_STATE_VERSION, type AgentState, HEADER } from "./agent-state.ts";
import { AgentStateError } from "./agent-state-error.ts";
import { normaliseAgentState } from "./normalise-agent-state.ts";
import { isPlainObject } from "./normalise-variables.ts";

/** base64url or standard base64, padded or not. */
const BASE64 = /^[A-Za-z0-9+/_-]+={0,2}$/;
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function decodeJson(value: string): unknown {
  const digits = value.replace(/=+$/, "").length;
  if (!BASE64.test(value) || digits % 4 === 1) {
    throw new AgentStateError(HEADER.state, "not base64");
  }
  let text: string;
  try {
    text = decoder.decode(Buffer.from(value, "base64"));
  } catch (cause) {
    throw new AgentStateError(HEADER.state, "not UTF-8", { cause });
  }
  try {
    return JSON.parse(text);
  } catch {
    // The parser's own message repeats the text.
    throw new AgentStateError(HEADER.state, "not JSON");
  }
}

/**
 * Reads an envelope. A `version` that is absent reads as 1.
 * @throws AgentStateError on malformed base64, UTF-8 or JSON, another version, or an envelope that is not valid
 */
export function decodeAgentStateHeader(value: string | null | undefined): AgentState {
  if (typeof value !== "string") throw new AgentStateError(HEADER.state, "missing");
  const envelope = decodeJson(value.trim());
  if (!isPlainObject(envelope)) throw new AgentStateError(HEADER.state, "must be an object");
  if (envelope.version !== undefined && envelope.version !== AGENT_STATE_VERSION) {
    throw new AgentStateError(HEADER.state, `version is not ${AGENT_STATE_VERSION}`);
  }
  return normaliseAgentState(envelope, HEADER.state);
}
