/** The door to the agent-state codec that the wire format names. Importable without a server or an alias. */
export type { AgentScope, AgentState, AgentStateInput, AgentVariables } from "./agent-state.ts";
export { AgentStateError } from "./agent-state-error.ts";
export { computeArgsDigest } from "./canonical-digest.ts";
export { decodeAgentStateHeader } from "./decode-agent-state-header.ts";
export { encodeAgentStateHeaders } from "./encode-agent-state-headers.ts";
export { extractAgentStateFromHeaders } from "./extract-agent-state.ts";
export { mergeAgentVariables } from "./merge-agent-variables.ts";
