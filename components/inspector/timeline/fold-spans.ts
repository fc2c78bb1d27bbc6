/** The tree of hops and model calls, from `parentRef` alone. What fits into no tree is shown and named. Pure. */
import type { InspectedEvent } from "@/lib/contracts/inspected-event.ts";
import type { HopKind, Outcome } from "../events/event-types.ts";

/** Something that took time: a hop, or a model call under its hop. */
export type Span = {
  /** A hop's ref, a model call's id. */
  ref: string;
  parentRef: string | null;
  kind: HopKind | "model";
  /** The node of a hop; of a model call the model, once it is known. */
  name: string;
  /** `seq` of its start: unique even where a ref is used twice. */
  seq: number;
  startedMs: number;
  /** Null while it goes on, and for what never ended. */
  durationMs: number | null;
  outcome: Outcome | null;
  depth: number;
  findings: string[];
};

/** In the order of the tree: parents before children, siblings as they started. */
export function foldSpans(events: readonly InspectedEvent[], originMs: number): Span[] {
  const spans = readSpans(events, originMs);
  const byRef = new Map<string, Span>();
  for (const span of spans) {
    if (byRef.has(span.ref)) span.findings.push("duplicate id");
    else byRef.set(span.ref, span);
  }
  const children = new Map<string | null, Span[]>();
  for (const span of spans) {
    const isOrphan = span.parentRef !== null && !byRef.has(span.parentRef);
    if (isOrphan) span.findings.push(`orphan: parent ${span.parentRef} is not in this run`);
    const parent = isOrphan ? null : span.parentRef;
    const siblings = children.get(parent);
    if (siblings) siblings.push(span);
    else children.set(parent, [span]);
  }
  return placeInTree(spans, byRef, children);
}

function placeInTree(
  spans: readonly Span[],
  byRef: ReadonlyMap<string, Span>,
  children: ReadonlyMap<string | null, Span[]>,
): Span[] {
  const placed = new Set<Span>();
  const placeAll = (roots: readonly Span[]) => {
    const stack = roots.map((span) => ({ span, depth: 0 })).reverse();
    for (let next = stack.pop(); next; next = stack.pop()) {
      const { span, depth } = next;
      if (placed.has(span)) continue;
      span.depth = depth;
      placed.add(span);
      // Children belong to the first span of that name.
      const under = byRef.get(span.ref) === span ? (children.get(span.ref) ?? []) : [];
      for (const child of under.toReversed()) stack.push({ span: child, depth: depth + 1 });
    }
  };
  placeAll(children.get(null) ?? []);
  for (const span of spans) {
    if (placed.has(span)) continue;
    span.findings.push("cycle: it is its own ancestor");
    placeAll([span]);
  }
  return [...placed];
}

function readSpans(events: readonly InspectedEvent[], originMs: number): Span[] {
  const spans: Span[] = [];
  const open = new Map<string, Span>();
  const start = (
    event: InspectedEvent,
    span: Pick<Span, "ref" | "parentRef" | "kind" | "name">,
  ) => {
    const startedMs = Math.max(0, Date.parse(event.at) - originMs);
    const begun = { seq: event.seq, startedMs, durationMs: null, outcome: null };
    const started: Span = { ...span, ...begun, depth: 0, findings: [] };
    spans.push(started);
    open.set(span.ref, started);
  };
  const end = (ref: string, outcome: Outcome, durationMs: number, name?: string) => {
    const span = open.get(ref);
    if (span) Object.assign(span, { outcome, durationMs, name: name || span.name });
  };
  for (const event of events) {
    const { body } = event;
    if (body.type === "hop.started") {
      const { hopRef, parentRef, kind, nodeId } = body;
      start(event, { ref: hopRef, parentRef, kind, name: nodeId });
    } else if (body.type === "model.called") {
      start(event, { ref: body.callId, parentRef: body.hopRef, kind: "model", name: "model" });
    } else if (body.type === "hop.ended") {
      end(body.hopRef, body.outcome, body.durationMs);
    } else if (body.type === "model.answered") {
      end(body.callId, body.outcome, body.durationMs, body.model);
    }
  }
  return spans;
}

/** How deep each hop lies, by its ref. */
export function depthsOf(spans: readonly Span[]): ReadonlyMap<string, number> {
  return new Map(spans.map((span) => [span.ref, span.depth]));
}
