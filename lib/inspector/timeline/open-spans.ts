/** Open spans, found by the ids that later events use. */
import "server-only";
import type {
  SpanFinding,
  SpanKind,
  SpanOutcome,
} from "../../contracts/inspector/timeline/run-trace.ts";
import type { TraceRow } from "../../db/inspector/timeline/trace-rows.ts";

export type OpenSpans = {
  originMs: number;
  spans: Span[];
  /** The newest hop of each id, which is the one that events inside it refer to. */
  hops: Map<string, Span>;
  /** Earlier hops whose id started again. */
  doubles: Span[];
  calls: Map<string, Span>;
  approvals: Map<string, Span>;
  /** Number of executions of each plan step. */
  steps: Map<string, number>;
};

export function begin(open: OpenSpans, row: TraceRow, kind: SpanKind, name: string): Span {
  const span: Span = {
    kind,
    hopRef: row.hopRef,
    parentRef: row.hopRef,
    name,
    outcome: "unknown",
    startMs: row.atMs - open.originMs,
    durationMs: -1,
    serviceMs: row.serviceMs,
    firstSeq: row.seq,
    lastSeq: 0,
    parent: null,
    findings: [],
  };
  // Work inside a hop belongs to the hop with that id that is open now.
  if (!HOPS.has(kind)) span.parent = open.hops.get(row.hopRef) ?? null;
  open.spans.push(span);
  return span;
}

/** A span while its trace is being built. */
type Finding = { code: SpanFinding; text: string };

export type Span = {
  kind: SpanKind;
  hopRef: string;
  /** The hop that `parentRef` refers to; for work inside a hop, that hop. Null for a root. */
  parentRef: string | null;
  name: string;
  outcome: SpanOutcome;
  startMs: number;
  /** −1 while it is active. */
  durationMs: number;
  /** By the clock of a service: when work inside it began; of the service's hop, how long its turn took. */
  serviceMs: number | null;
  firstSeq: number;
  /** 0: none yet. */
  lastSeq: number;
  /** The parent span, once it is linked. */
  parent: Span | null;
  findings: Finding[];
};

export function note(span: Span | undefined, code: SpanFinding, text: string): void {
  span?.findings.push({ code, text });
}

/** Kinds that are hops; the others are work inside a hop. */
export const HOPS: ReadonlySet<SpanKind> = new Set([
  "coordinator",
  "agent",
  "gateway",
  "service",
  "tool",
]);
