import "server-only";
/** Maps the times of a service's work, which are by its own clock, into the two ends of its hop. Pure. */
import * as texts from "../../messages/inspector-findings.ts";
import { note, type Span } from "./open-spans.ts";
import { readServiceClock } from "./service-clock.ts";

type Clock = { service: Span; offsetMs: number; scale: number };

/**
 * Work with a time of the service gets the time of ours that it maps to. Work without one arrived with a report, so it
 * is kept within its parent.
 */
export function fitServiceTimes(spans: readonly Span[]): void {
  const within = Map.groupBy(spans, serviceAbove);
  for (const [service, work] of within) {
    if (!service) continue;
    const clock = readClock(service, work);
    for (const span of work) fitSpan(span, clock);
  }
}

/** The service's hop that a span is inside of. */
function serviceAbove(span: Span): Span | null {
  const seen = new Set([span]);
  let above = span.parent;
  while (above && above.kind !== "service" && !seen.has(above)) {
    seen.add(above);
    above = above.parent;
  }
  return above?.kind === "service" ? above : null;
}

function readClock(service: Span, work: readonly Span[]): Clock {
  const said = service.serviceMs ?? 0;
  const ends = work.map(({ serviceMs, durationMs }) =>
    serviceMs === null ? 0 : serviceMs + Math.max(0, durationMs),
  );
  const counted = Math.max(said, ...ends);
  const { offsetMs, scale, disagrees } = readServiceClock(service.durationMs, said, counted);
  const rounded = { theirs: Math.round(counted), ours: Math.round(service.durationMs) };
  if (disagrees === "counted-more")
    note(service, "clock-skew", texts.serviceClockDisagrees(rounded));
  else if (disagrees === "after-its-end")
    note(
      service,
      "clock-skew",
      texts.serviceWorkedAfterItsEnd({ late: Math.round(counted - said) }),
    );
  return { service, offsetMs, scale };
}

function fitSpan(span: Span, { service, offsetMs, scale }: Clock): void {
  if (span.serviceMs !== null) {
    span.startMs = service.startMs + offsetMs + span.serviceMs * scale;
    if (span.durationMs > 0) span.durationMs *= scale;
    return;
  }
  const { parent } = span;
  // The end of a wait for a person is ours, and outlives the hop.
  if (!parent || parent.durationMs < 0 || span.kind === "approval") return;
  // What came before its parent did not arrive late: it stays, and is a finding.
  if (span.startMs < parent.startMs) return;
  // A decision about a call came before it ran.
  const isBefore = span.kind === "policy" && parent.serviceMs !== null && parent !== service;
  const latest = isBefore ? parent.startMs : parent.startMs + parent.durationMs;
  const spare = latest - Math.max(0, span.durationMs);
  span.startMs = Math.max(parent.startMs, Math.min(span.startMs, spare));
}
