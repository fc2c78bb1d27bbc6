/** The door to the agent-state codec that the wire format names. Importable without a server or an alias. */
export type { AgentScope, AgentState, AgentStateInput, AgentVariables } from "./agent-state.ts";
export { AgentStateError } from "./agent-state.ts";
export {
  decodeAgentStateHeader,
  encodeAgentStateHeaders,
  extractAgentStateFromHeaders,
} from "./agent-state-headers.ts";
export { mergeAgentVariables } from "./agent-variables.ts";
export { computeArgsDigest } from "./canonical-digest.ts";
