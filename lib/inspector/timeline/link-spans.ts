import "server-only";
/** Links spans to their parents and reports what does not fit. Pure. */
import { HOPS, note, type Span } from "./open-spans.ts";

/** A parent that was taken away because following it would lead back to the same span. */
export type Cut = { span: Span; parent: Span };

/** @param hasEnded whether the run is over: what has no end then never gets one */
export function linkSpans(spans: readonly Span[], hasEnded: boolean): Cut[] {
  const hops = new Map<string, Span>();
  // A name that was given twice means its first bearer.
  for (const span of spans)
    if (HOPS.has(span.kind) && !hops.has(span.hopRef)) hops.set(span.hopRef, span);
  for (const span of spans) {
    span.parent ??= span.parentRef === null ? null : (hops.get(span.parentRef) ?? null);
    if (span.parentRef !== null && !span.parent)
      note(span, "orphan", `its parent ${span.parentRef} is not in the log`);
    noteTimes(span, hasEnded);
  }
  return cutCycles(spans);
}

function noteTimes(span: Span, hasEnded: boolean): void {
  const { parent } = span;
  if (parent && span.startMs < parent.startMs) {
    const early = Math.round(parent.startMs - span.startMs);
    note(span, "clock-skew", `begins ${early} ms before its parent ${parent.hopRef}`);
  }
  if (span.durationMs >= 0 || span.outcome === "waiting") return;
  if (!hasEnded) span.outcome = "running";
  else note(span, "never-ended", "the run is over, and this has no end in its log");
}

/** Every span has one parent at most: a walk upwards either ends or comes back to where it has been. */
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

/** Cut at the span that began first: it becomes a root, and the others stay below it. */
function cutCycle(cycle: readonly Span[]): Cut {
  const first = cycle.reduce((one, other) => (other.firstSeq < one.firstSeq ? other : one));
  const names = cycle.map(({ hopRef }) => hopRef);
  const text = `its own ancestor: ${[...names, names[0]].slice(0, 8).join(" ← ")}`;
  for (const span of cycle) note(span, "cycle", text);
  const parent = first.parent ?? first;
  first.parent = null;
  return { span: first, parent };
}
