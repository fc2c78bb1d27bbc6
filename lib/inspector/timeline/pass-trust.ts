/** Passes the trust of model calls on to the hops that they reach. Pure. */
import "server-only";
import { lowerTrust } from "../../contracts/model/origin.ts";
import type { Span } from "./fold-spans.ts";

/**
 * A hop with model calls has the lowest of theirs; a tool's call that of the newest model call that began before it; a
 * gateway that of the call which passes it. Null where none is known.
 */
export function passTrust(spans: readonly Span[]): void {
  const newest = new Map<Span, Span>();
  const callers = new Set<Span>();
  const inTime = spans.toSorted(
    (one, other) => one.startMs - other.startMs || one.firstSeq - other.firstSeq,
  );
  for (const span of inTime) {
    const { kind, parent } = span;
    if (!parent) continue;
    if (kind === "model-call") {
      parent.trust = callers.has(parent) ? lowerKnown(parent.trust, span.trust) : span.trust;
      callers.add(parent);
      newest.set(parent, span);
    } else if (kind === "tool") span.trust ??= newest.get(parent)?.trust ?? null;
    else if (kind === "gateway") span.trust ??= parent.trust;
  }
}

/** What is not known is not said to be trusted. */
function lowerKnown(one: Span["trust"], other: Span["trust"]): Span["trust"] {
  return one === null || other === null ? null : lowerTrust(one, other);
}
