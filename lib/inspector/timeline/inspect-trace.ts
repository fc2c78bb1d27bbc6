/** The trace of a run: hops and the work inside them, without payloads and so the same for every role, and the run's own row, masked. */
import "server-only";
import { LRUCache } from "lru-cache";
import type { Actor } from "../../access/actor.ts";
import type { InspectedRun } from "../../contracts/inspector/run/inspected-run.ts";
import {
  type RunTrace,
  type SpanColumns,
  SpanFinding,
  SpanKind,
  SpanOutcome,
} from "../../contracts/inspector/run/run-trace.ts";
import { TRUST } from "../../contracts/model/origin.ts";
import {
  type KnownTrace,
  readTrace,
  type StoredApproval,
} from "../../db/inspector/run/read-trace.ts";
import type { TraceRows } from "../../db/inspector/run/trace-rows.ts";
import { maskRun } from "../../db/inspector/runs/run-rows.ts";
import { processWide } from "../../env/process-wide.ts";
import * as texts from "../../messages/inspector-findings.ts";
import { SPANS_MAX, TRACES_CACHED_MAX } from "../limits.ts";
import { decideReading } from "../payload-access.ts";
import { foldSpans, HOPS, note, type Span } from "./fold-spans.ts";
import { passTrust } from "./pass-trust.ts";
import { readServiceClock } from "./service-clock.ts";

type TraceBody = Omit<RunTrace, "run" | "missingEvents" | "waiting">;

/** Traces of finished runs. Shared by all bundles of the server. */
const cachedTraces = processWide<LRUCache<string, TraceBody>>(
  "cachedTraces",
  () => new LRUCache({ max: TRACES_CACHED_MAX }),
);

/**
 * @returns null where nothing has changed since `known`
 * @throws AppError `forbidden`, `not-found`
 */
export async function inspectTrace(
  actor: Actor,
  runId: string,
  known: KnownTrace | null,
): Promise<RunTrace | null> {
  const { said } = await decideReading(actor, { runIds: [runId] });
  const traces = cachedTraces();
  // Keep a reference: other requests may evict it from the cache before it is used.
  const found: { trace?: TraceBody } = {};
  const stored = await readTrace(actor, runId, known, (version) => {
    found.trace = traces.get(version);
    return found.trace !== undefined;
  });
  if (!stored) return null;
  const { version, shape, approvals, missing: missingEvents } = stored;
  const run = maskRun(stored.run, said);
  const waiting = approvals.filter(({ status }) => status === "pending").length;
  if (!shape) return found.trace ? { run, missingEvents, waiting, ...found.trace } : null;
  const built = buildTrace(run, shape, approvals);
  // The trace of an active run changes soon, so it is not cached.
  if (run.status !== "running") traces.set(version, built);
  return { run, missingEvents, waiting, ...built };
}

export function buildTrace(
  run: Pick<InspectedRun, "status" | "startedAt">,
  { eventTypes, rows }: TraceRows,
  approvals: readonly StoredApproval[],
): TraceBody {
  // Executions are matched with a plan only if there is one.
  const hasPlan = "plan.made" in eventTypes;
  const matched = hasPlan ? rows : rows.filter(({ type }) => type !== "execution.recorded");
  const spans = foldSpans(matched, approvals, Date.parse(run.startedAt));
  const cuts = linkSpans(spans, run.status !== "running");
  passTrust(spans);
  return {
    eventCount: Object.values(eventTypes).reduce((sum, many) => sum + many, 0),
    eventTypes,
    hopCount: eventTypes["hop.started"] ?? 0,
    spanCount: spans.length,
    spans: toColumns(spans, cuts),
  };
}

/** Packs spans into columns of numbers, which keeps ten thousand of them small. Pure. */
function toColumns(all: readonly Span[], cuts: readonly Cut[]): SpanColumns {
  const spans = all.slice(0, SPANS_MAX);
  const places = new Map(spans.map((span, index) => [span, index]));
  const placeOf = (span: Span | null) => (span && places.get(span)) ?? -1;
  const texts = new Map<string, number>();
  const textOf = (text: string) => {
    const known = texts.get(text);
    if (known !== undefined) return known;
    texts.set(text, texts.size);
    return texts.size - 1;
  };
  const columns = {
    kind: spans.map(({ kind }) => SpanKind.options.indexOf(kind)),
    hopRef: spans.map(({ hopRef }) => textOf(hopRef)),
    parent: spans.map(({ parent }) => placeOf(parent)),
    name: spans.map(({ name }) => textOf(name)),
    outcome: spans.map(({ outcome }) => SpanOutcome.options.indexOf(outcome)),
    trust: spans.map(({ trust }) => (trust === null ? -1 : TRUST.indexOf(trust))),
    startMs: toSteps(spans.map(({ startMs }) => Math.round(startMs))),
    durationMs: spans.map(({ durationMs }) => roundTime(durationMs)),
    firstSeq: toSteps(spans.map(({ firstSeq }) => firstSeq)),
    lastSeq: spans.map(({ firstSeq, lastSeq }) => (lastSeq === 0 ? -1 : lastSeq - firstSeq)),
    cut: cuts
      .map(({ span, parent }) => ({ span: placeOf(span), parent: placeOf(parent) }))
      .filter(({ span, parent }) => span >= 0 && parent >= 0),
    findings: spans.flatMap(({ findings }, span) =>
      findings.map(({ code, text }) => ({ span, code: SpanFinding.options.indexOf(code), text })),
    ),
  };
  return { texts: [...texts.keys()], ...columns };
}

/** Differences between neighbours. */
function toSteps(numbers: readonly number[]): number[] {
  return numbers.map((number, index) => number - (numbers[index - 1] ?? 0));
}

/** Short times keep one decimal. */
function roundTime(ms: number): number {
  return ms > 0 && ms < 10 ? Math.round(ms * 10) / 10 : Math.round(ms);
}

/** A removed parent, because following it would return to the same span. */
type Cut = { span: Span; parent: Span };

/** @param hasEnded whether the run is over, so that a missing end will never come */
function linkSpans(spans: readonly Span[], hasEnded: boolean): Cut[] {
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

type Clock = { service: Span; offsetMs: number; scale: number };

/**
 * Work with a time of the service gets the time of ours that it maps to. Work without one arrived with a report, so it
 * is kept within its parent.
 */
function fitServiceTimes(spans: readonly Span[]): void {
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
