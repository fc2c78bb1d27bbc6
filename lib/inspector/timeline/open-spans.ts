import "server-only";
/** Spans that have started, found by the ids that later events use. */
import type {
  SpanFinding,
  SpanKind,
  SpanOutcome,
} from "../../contracts/inspector/timeline/run-trace.ts";
import type { SkeletonRow } from "../../db/inspector/timeline/trace-rows.ts";

export type OpenSpans = {
  originMs: number;
  spans: Span[];
  /** The newest of each name: it is the one that an event inside it speaks of. */
  hops: Map<string, Span>;
  /** Those whose name began again. */
  doubles: Span[];
  calls: Map<string, Span>;
  approvals: Map<string, Span>;
  /** How often each step of the plan was carried out. */
  steps: Map<string, number>;
};

export function begin(open: OpenSpans, row: SkeletonRow, kind: SpanKind, name: string): Span {
  const span: Span = {
    kind,
    hopRef: row.hopRef,
    parentRef: row.hopRef,
    name,
    outcome: "unknown",
    startMs: row.atMs - open.originMs,
    durationMs: -1,
    firstSeq: row.seq,
    lastSeq: 0,
    parent: null,
    findings: [],
  };
  // Work inside a hop lies under the hop of that name that was open then.
  if (!HOPS.has(kind)) span.parent = open.hops.get(row.hopRef) ?? null;
  open.spans.push(span);
  return span;
}

/** A span while a trace is put together. */
type Finding = { code: SpanFinding; text: string };

export type Span = {
  kind: SpanKind;
  hopRef: string;
  /** What a hop's `parentRef` names; of work inside a hop, that hop. Null for a root. */
  parentRef: string | null;
  name: string;
  outcome: SpanOutcome;
  startMs: number;
  /** −1 while it goes on. */
  durationMs: number;
  firstSeq: number;
  /** 0: none yet. */
  lastSeq: number;
  /** The span that it lies under, once it is linked. */
  parent: Span | null;
  findings: Finding[];
};

export function note(span: Span | undefined, code: SpanFinding, text: string): void {
  span?.findings.push({ code, text });
}

/** Kinds that are hops themselves: the others are work inside one. */
export const HOPS: ReadonlySet<SpanKind> = new Set(["coordinator", "agent", "service", "tool"]);
