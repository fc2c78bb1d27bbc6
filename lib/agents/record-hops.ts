import "server-only";
/** Hops are recorded as they happen, with the parent they really had and the envelope that reached them. */
import type { AgentScope, AgentState, AgentStateHeaders } from "../agent-state/agent-state.ts";
import { encodeCappedAgentState } from "../agent-state/cap-agent-state.ts";
import { enrichOwnScope } from "../agent-state/enrich-own-scope.ts";
import { extractAgentStateFromHeaders } from "../agent-state/extract-agent-state.ts";
import type { RunEventBody } from "../contracts/run-event.ts";

type HopStarted = Extract<RunEventBody, { type: "hop.started" }>;
type HopEnded = Extract<RunEventBody, { type: "hop.ended" }>;

export type Hop = {
  /** Unique within the run: `h1`, `h2`, … */
  readonly ref: string;
  readonly nodeId: string;
  /** What this hop forwards: what arrived, and what it added to its own scope. */
  readonly envelope: AgentState;
  end(outcome: HopEnded["outcome"]): void;
};

export type HopStart = {
  kind: HopStarted["kind"];
  nodeId: string;
  parent: Hop | null;
  /** What this hop adds to its own scope: derived values, ids, digests. Never a payload. */
  additions?: Record<string, unknown>;
  /** What really travelled, where that is more than the parent's own headers: a nonce, a signature. */
  sent?: AgentStateHeaders;
};

export type Hops = { start(hop: HopStart): Hop };

const OWN_SCOPE: Record<HopStarted["kind"], AgentScope> = {
  coordinator: "ORCHESTRATOR",
  agent: "AGENT",
  service: "SERVER",
  tool: "TOOL",
};

/** Numbers the hops of one run in the order in which they start. */
export function recordHops(runId: string, record: (body: RunEventBody) => void): Hops {
  let count = 0;
  return {
    start({ kind, nodeId, parent, additions, sent }) {
      count += 1;
      const hopRef = `h${count}`;
      const startedAt = performance.now();
      const parentRef = parent?.ref ?? null;
      const headers = sent ?? (parent && headersOf(parent));
      const arrived = headers ? extractAgentStateFromHeaders(headers) : null;
      const started = { type: "hop.started" as const, hopRef, parentRef, kind, nodeId };
      record(arrived ? { ...started, headers: headers ?? {}, envelope: arrived } : started);
      return {
        ref: hopRef,
        nodeId,
        envelope: forward({ kind, nodeId, runId, arrived, additions }),
        end: (outcome) =>
          record({ type: "hop.ended", hopRef, outcome, durationMs: performance.now() - startedAt }),
      };
    },
  };
}

/** The headers with which a hop calls the next one: its own node, its run, itself as the parent. */
export function headersOf(hop: Hop): AgentStateHeaders {
  return encodeCappedAgentState({ ...hop.envelope, parentRef: hop.ref }).headers;
}

type Forwarding = Pick<HopStart, "kind" | "nodeId" | "additions"> & {
  runId: string;
  arrived: AgentState | null;
};

function forward({ kind, nodeId, runId, arrived, additions }: Forwarding): AgentState {
  const state: AgentState = { ...arrived, nodeId, runId };
  if (!additions) return state;
  const scope = OWN_SCOPE[kind];
  return enrichOwnScope(state, scope, { [scope]: additions }).state;
}
