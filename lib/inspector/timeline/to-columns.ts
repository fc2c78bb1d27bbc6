import "server-only";
/** Packs spans into columns of numbers, which keeps ten thousand of them small. Pure. */
import {
  type SpanColumns,
  SpanFinding,
  SpanKind,
  SpanOutcome,
} from "../../contracts/inspector/timeline/run-trace.ts";
import { SPANS_MAX } from "../limits.ts";
import type { Cut } from "./link-spans.ts";
import type { Span } from "./open-spans.ts";

export function toColumns(all: readonly Span[], cuts: readonly Cut[]): SpanColumns {
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
