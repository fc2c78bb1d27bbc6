/** Encodes an envelope to the headers of an outgoing hop, and reads it from the headers of an incoming one. */
import { byValue, ImpossibleNumberError, parseExact } from "../contracts/json/exact-numbers.ts";
import { isRecord } from "../contracts/read-json.ts";
import {
  AGENT_STATE_VERSION,
  type AgentState,
  AgentStateError,
  type AgentStateHeaders,
  type AgentStateInput,
  HEADER,
} from "./agent-state.ts";
import { normaliseAgentState, normaliseNodeId, normaliseRef } from "./normalise-agent-state.ts";

/** Node's `IncomingHttpHeaders`, a plain object of any case, or a WHATWG `Headers`. */
export type HeaderSource =
  | Pick<Headers, "get">
  | Readonly<Record<string, string | readonly string[] | null | undefined>>;

function hasGet(headers: object): headers is Pick<Headers, "get"> {
  return "get" in headers && typeof headers.get === "function";
}

/** The header's first value, or undefined. Names are compared without case. */
export function readHeader(headers: HeaderSource, name: string): string | undefined {
  if (hasGet(headers)) return headers.get(name) ?? undefined;
  for (const [key, value] of Object.entries(headers)) {
    if (key.toLowerCase() !== name) continue;
    const first: unknown = Array.isArray(value) ? value[0] : value;
    if (typeof first === "string") return first;
  }
  return undefined;
}

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

/** base64url or standard base64, padded or not. */
const BASE64 = /^[A-Za-z0-9+/_-]+={0,2}$/;
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

const IMPOSSIBLE = "holds a number that is too large, too close to zero, or has too many digits";

/** A double where one equals the number, or each number as it was written, to be shown. */
export type NumberReading = "by-value" | "as-written";

function decodeJson(value: string, numbers: NumberReading): unknown {
  // At most two signs of padding, so that they are counted in one look.
  if (!BASE64.test(value) || value.replace(/={1,2}$/, "").length % 4 === 1) {
    throw new AgentStateError(HEADER.state, "not base64");
  }
  let text: string;
  try {
    text = decoder.decode(Buffer.from(value, "base64"));
  } catch (cause) {
    throw new AgentStateError(HEADER.state, "not UTF-8", { cause });
  }
  try {
    const written = parseExact(text);
    return numbers === "as-written" ? written : byValue(written);
  } catch (error) {
    // Without the cause: the parser's message repeats the text.
    if (error instanceof ImpossibleNumberError) throw new AgentStateError(HEADER.state, IMPOSSIBLE);
    const why = error instanceof SyntaxError ? "not JSON" : "nested too deep";
    throw new AgentStateError(HEADER.state, why);
  }
}

/**
 * Reads an envelope. A `version` that is absent reads as 1.
 * @throws AgentStateError on malformed base64, UTF-8 or JSON, another version, or an envelope that is not valid
 */
export function decodeAgentStateHeader(
  value: string | null | undefined,
  numbers: NumberReading = "by-value",
): AgentState {
  if (typeof value !== "string") throw new AgentStateError(HEADER.state, "missing");
  const envelope = decodeJson(value.trim(), numbers);
  if (!isRecord(envelope)) throw new AgentStateError(HEADER.state, "must be an object");
  const version = byValue(envelope.version);
  if (version !== undefined && version !== AGENT_STATE_VERSION) {
    throw new AgentStateError(HEADER.state, `version is not ${AGENT_STATE_VERSION}`);
  }
  return normaliseAgentState(envelope, HEADER.state);
}

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
export function extractAgentStateFromHeaders(
  headers: HeaderSource,
  numbers: NumberReading = "by-value",
): AgentState {
  if (typeof headers !== "object" || headers === null) {
    throw new AgentStateError(HEADER.nodeId, "there are no headers");
  }
  const nodeId = normaliseNodeId(readHeader(headers, HEADER.nodeId) ?? "", HEADER.nodeId);
  const runId = readRef(headers, HEADER.runId);
  const parentRef = readRef(headers, HEADER.parentRef);
  const value = readHeader(headers, HEADER.state);
  const inside = value ? decodeAgentStateHeader(value, numbers) : undefined;
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
