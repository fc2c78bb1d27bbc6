import "server-only";
/** Spans that have begun, by what a later event calls them. */
import type { SpanKind } from "../../contracts/inspector/timeline/run-trace.ts";
import type { SkeletonRow } from "../../db/inspector/timeline/skeleton-rows.ts";
import { HOPS, type Span } from "./span.ts";

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
