/** Records each hop when it starts and ends, with its actual parent and the envelope that it received. */
import "server-only";
import {
  type AgentScope,
  type AgentState,
  type AgentStateHeaders,
  isVariablesRef,
} from "../agent-state/agent-state.ts";
import { extractAgentStateFromHeaders } from "../agent-state/agent-state-headers.ts";
import {
  type AnalyticsKey,
  enrichOwnScope,
  withholdAnalytics,
} from "../agent-state/agent-variables.ts";
import {
  encodeCappedAgentState,
  restoreSpilledState,
  type SpilledVariables,
} from "../agent-state/cap-agent-state.ts";
import type { LogEventBody } from "../contracts/run/log-event.ts";
import type { RunJournal } from "../contracts/run/run-journal.ts";
import { HOPS_NAMED_MAX } from "./limits.ts";

type HopStarted = Extract<LogEventBody, { type: "hop.started" }>;
type HopEnded = Extract<LogEventBody, { type: "hop.ended" }>;
type RecordEvent = (body: LogEventBody) => void;

export type Hop = {
  /** Unique within the run: `h1`, `h2`, … */
  readonly ref: string;
  readonly nodeId: string;
  /** The scope that this hop writes. */
  readonly scope: AgentScope;
  /** The envelope that this hop forwards: what it received plus its own scope. */
  readonly envelope: AgentState;
  /** Adds derived values, ids or digests to the hop's own scope. Never a payload. */
  enrich(additions: Record<string, unknown>): void;
  /** Adds to the metadata that the hop forwards, e.g. the model that it used. */
  describe(metadata: Record<string, unknown>): void;
  /** @param more the hop's output, if no other event records it, and whether it began early */
  end(
    outcome: HopEnded["outcome"],
    more?: Pick<HopEnded, "result" | "speculation" | "serviceMs">,
  ): void;
};

type HopStart = {
  kind: HopStarted["kind"];
  nodeId: string;
  parent: Hop | null;
  /** What this hop adds to its own scope when it starts. */
  additions?: Record<string, unknown>;
  /** The headers that were sent, if they contain more than the parent's: a nonce, a signature. */
  sent?: AgentStateHeaders;
  /** When it began by the clock of the service that it ran in. */
  serviceMs?: number;
};

export type Hops = { start(hop: HopStart): Hop };

const OWN_SCOPE: Record<HopStarted["kind"], AgentScope> = {
  coordinator: "ORCHESTRATOR",
  agent: "AGENT",
  gateway: "GATEWAY",
  service: "SERVER",
  tool: "TOOL",
};

/** Numbers the hops of one run in starting order. A hop that is on record keeps its number. */
export function recordHops(
  runId: string,
  record: RecordEvent,
  journal: Pick<RunJournal, "hopRef" | "lastHop"> | null = null,
): Hops {
  let count = journal?.lastHop ?? 0;
  const number = () => {
    count += 1;
    return `h${count}`;
  };
  return {
    start({ kind, nodeId, parent, additions, sent, serviceMs }) {
      const parentRef = parent?.ref ?? null;
      const hopRef = journal?.hopRef({ kind, nodeId, parentRef }) ?? number();
      const clock = serviceMs === undefined ? {} : { serviceMs };
      const started = { type: "hop.started" as const, hopRef, kind, nodeId, ...clock };
      const arrived = parent && arriveFrom(parent, sent);
      record({ ...started, parentRef, ...arrived });
      const initial = { ...arrived?.envelope, nodeId, runId };
      const hop = openHop(hopRef, kind, initial, record);
      if (additions) hop.enrich(additions);
      return hop;
    },
  };
}

/** The code of a finding about a value that could not be added. */
function codeOf(reason: "foreign-scope" | "variables-not-here"): string {
  return reason === "foreign-scope" ? "foreign-write" : reason;
}

/** A hop whose start another recorder has already recorded. */
export function openHop(
  ref: string,
  kind: HopStarted["kind"],
  initial: AgentState,
  record: RecordEvent,
): Hop {
  const startedAt = performance.now();
  let envelope = passThrough(initial);
  const scope = OWN_SCOPE[kind];
  return {
    ref,
    nodeId: initial.nodeId,
    scope,
    get envelope() {
      return envelope;
    },
    enrich(additions) {
      const enriched = enrichOwnScope(envelope, scope, { [scope]: additions });
      envelope = enriched.state;
      if (enriched.ok) return;
      const detail = `${enriched.reason}: ${enriched.refused.join(", ")}`;
      record({ type: "envelope.finding", hopRef: ref, code: codeOf(enriched.reason), detail });
    },
    describe(metadata) {
      envelope = { ...envelope, metadata: { ...envelope.metadata, ...metadata } };
    },
    end: (outcome, more) =>
      record({
        type: "hop.ended",
        hopRef: ref,
        outcome,
        durationMs: performance.now() - startedAt,
        ...more,
        state: leftState(envelope, scope),
      }),
  };
}

/** Names this hop among those that the request has passed. */
function passThrough(initial: AgentState): AgentState {
  const before = Array.isArray(initial.metadata?.hops) ? initial.metadata.hops : [];
  const hops = [...before, initial.nodeId].slice(-HOPS_NAMED_MAX);
  return { ...initial, metadata: { ...initial.metadata, hops } };
}

/** What the hop leaves in its own scope, and the metadata that it forwards. */
export function leftState(
  { variables, metadata = {} }: AgentState,
  scope: AgentScope,
): NonNullable<HopEnded["state"]> {
  const own = variables && !isVariablesRef(variables) ? variables[scope] : undefined;
  return { scope, variables: own ?? {}, metadata };
}

type Arrived = {
  headers: AgentStateHeaders;
  envelope: AgentState;
  /** Variables too large for a header, by digest. */
  spilled?: SpilledVariables;
};

/** The headers that a hop sends to the next one, and the envelope that they decode to. */
function arriveFrom(parent: Hop, sent: AgentStateHeaders | undefined): Arrived {
  if (sent) return { headers: sent, envelope: extractAgentStateFromHeaders(sent) };
  const { headers, spilled } = encodeCappedAgentState({
    ...parent.envelope,
    parentRef: parent.ref,
  });
  const decoded = extractAgentStateFromHeaders(headers);
  if (!spilled) return { headers, envelope: decoded };
  return { headers, envelope: restoreSpilledState(decoded, spilled.body), spilled };
}

/** A hop's envelope as it may leave this process: only with the analytics that a setting allows. */
export function leavingEnvelope({ envelope }: Hop, analytics: readonly AnalyticsKey[]): AgentState {
  return withholdAnalytics(envelope, new Set(analytics));
}
