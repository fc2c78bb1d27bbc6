/** The envelope that travels with every hop (docs/sources.md, "Agent state between hops"). */
import { AppError } from "../errors/app-error.ts";

export const AGENT_STATE_VERSION = 1;

/** Each kind of hop writes only its own scope. */
export const AGENT_SCOPES = ["AGENT", "ORCHESTRATOR", "GATEWAY", "SERVER", "TOOL"] as const;
export type AgentScope = (typeof AGENT_SCOPES)[number];

export type AgentVariables = Partial<Record<AgentScope, Record<string, unknown>>>;
/** Replaces variables that are too large for a header: `sha256:` and 64 lower-case hex digits. */
export type VariablesRef = { $ref: string };

export type AgentState = {
  /** `[a-z0-9-]`, at most 80. */
  nodeId: string;
  /** `[A-Za-z0-9._:-]` and `_`, at most 120. */
  runId?: string;
  /** Reference of the parent hop; same characters as `runId`. */
  parentRef?: string;
  variables?: AgentVariables | VariablesRef;
  metadata?: Record<string, unknown>;
};

/** The input of `encodeAgentStateHeaders`: not yet normalised; scopes in any case; `ref` is an old name of `runId`. */
export type AgentStateInput = Omit<AgentState, "variables"> & {
  ref?: string;
  variables?: Record<string, Record<string, unknown>> | VariablesRef;
};

export const HEADER = {
  nodeId: "x-node-id",
  runId: "x-agent-ref",
  parentRef: "x-agent-parent-ref",
  state: "x-agent-state",
  mac: "x-agent-state-mac",
} as const;

export type AgentStateHeaders = Record<string, string>;

/** True where the variables were too large for a header; `restoreSpilledState` restores them. */
export function isVariablesRef(variables: AgentState["variables"]): variables is VariablesRef {
  return variables !== undefined && "$ref" in variables;
}

/** The error of this room. The person chatting never sees it; the inspector shows it as a finding. */
export class AgentStateError extends AppError {
  /** The header, or `arguments` for a digest. */
  readonly header: string;
  /** The reason, for the log. Contains no value of the envelope. */
  readonly why: string;

  constructor(header: string, why: string, options: { cause?: unknown } = {}) {
    super("invalid", { detail: `${header}: ${why}`, cause: options.cause });
    this.name = "AgentStateError";
    this.header = header;
    this.why = why;
  }
}
