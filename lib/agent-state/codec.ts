/** The door to the agent-state codec that the wire format names. Importable without a server or an alias. */
export type {
  /** @public */
  AgentScope,
  /** @public */
  AgentState,
  /** @public */
  AgentStateInput,
  /** @public */
  AgentVariables,
} from "./agent-state.ts";
export { AgentStateError } from "./agent-state.ts";
export {
  decodeAgentStateHeader,
  encodeAgentStateHeaders,
  extractAgentStateFromHeaders,
} from "./agent-state-headers.ts";
export { mergeAgentVariables } from "./agent-variables.ts";
export { computeArgsDigest } from "./canonical-digest.ts";
