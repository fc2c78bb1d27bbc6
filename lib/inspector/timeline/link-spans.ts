import "server-only";
/** Links spans to their parents and reports inconsistencies. Pure. */
import * as texts from "../../messages/inspector-findings.ts";
import { fitServiceTimes } from "./fit-service-times.ts";
import { HOPS, note, type Span } from "./open-spans.ts";

/** A removed parent, because following it would return to the same span. */
export type Cut = { span: Span; parent: Span };

/** @param hasEnded whether the run is over, so that a missing end will never come */
export function linkSpans(spans: readonly Span[], hasEnded: boolean): Cut[] {
  const hops = new Map<string, Span>();
  // A repeated id refers to its first hop.
  for (const span of spans)
    if (HOPS.has(span.kind) && !hops.has(span.hopRef)) hops.set(span.hopRef, span);
  for (const span of spans) {
    span.parent ??= span.parentRef === null ? null : (hops.get(span.parentRef) ?? null);
    if (span.parentRef !== null && !span.parent)
      note(span, "orphan", texts.parentIsNotInTheLog({ parentRef: span.parentRef }));
  }
  fitServiceTimes(spans);
  for (const span of spans) noteTimes(span, hasEnded);
  return cutCycles(spans);
}

function noteTimes(span: Span, hasEnded: boolean): void {
  const { parent } = span;
  if (parent && span.startMs < parent.startMs) {
    const early = Math.round(parent.startMs - span.startMs);
    note(span, "clock-skew", texts.beginsBeforeItsParent({ early, hopRef: parent.hopRef }));
  }
  if (span.durationMs >= 0 || span.outcome === "waiting") return;
  if (!hasEnded) span.outcome = "running";
  else note(span, "never-ended", texts.hasNoEnd());
}

/** Every span has at most one parent, so a walk upwards either ends or repeats a span. */
function cutCycles(spans: readonly Span[]): Cut[] {
  const done = new Set<Span>();
  const cuts: Cut[] = [];
  for (const start of spans) {
    const walk: Span[] = [];
    const onWalk = new Set<Span>();
    let at: Span | null = start;
    while (at && !done.has(at) && !onWalk.has(at)) {
      onWalk.add(at);
      walk.push(at);
      at = at.parent;
    }
    if (at && onWalk.has(at)) cuts.push(cutCycle(walk.slice(walk.indexOf(at))));
    for (const span of walk) done.add(span);
  }
  return cuts;
}

/** Cuts the cycle above the span that started first, which becomes a root. */
function cutCycle(cycle: readonly Span[]): Cut {
  const first = cycle.reduce((one, other) => (other.firstSeq < one.firstSeq ? other : one));
  const names = cycle.map(({ hopRef }) => hopRef);
  const path = [...names, names[0]].slice(0, 8).join(" ← ");
  const text = texts.itsOwnAncestor({ path });
  for (const span of cycle) note(span, "cycle", text);
  const parent = first.parent ?? first;
  first.parent = null;
  return { span: first, parent };
}
