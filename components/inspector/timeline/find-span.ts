/** Finds the selected span, by its event or its hop. Pure. */

import type { Selection } from "../run/selection/use-selection.ts";
import type { Span } from "../run/trace/read-spans.ts";
import type { SpanTree } from "../run/trace/span-tree.ts";

const known = new WeakMap<SpanTree, ReadonlyMap<number, Span>>();

export function findSpan(tree: SpanTree, { hopRef, seq }: Selection): Span | null {
  const byEvent = seq === null ? undefined : eventsOf(tree).get(seq);
  return byEvent ?? (hopRef === null ? null : (tree.hops.get(hopRef) ?? null));
}

/** The span that each event starts or ends. */
function eventsOf(tree: SpanTree): ReadonlyMap<number, Span> {
  const before = known.get(tree);
  if (before) return before;
  const events = new Map<number, Span>();
  for (const span of tree.spans) {
    events.set(span.firstSeq, span);
    if (span.lastSeq > 0) events.set(span.lastSeq, span);
  }
  known.set(tree, events);
  return events;
}
