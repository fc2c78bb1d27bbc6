/** The trace of a run: its spans as columns, without payloads, small enough to be sent whole. */
import { z } from "zod";
import { InspectedRun, RunStatus } from "../run/inspected-run.ts";

const count = z.int().nonnegative();

/** What a span is: a hop, or a piece of work inside one. */
export const SpanKind = z.enum([
  "coordinator",
  "agent",
  "service",
  "tool",
  "model-call",
  "policy",
  "approval",
]);
export type SpanKind = z.infer<typeof SpanKind>;

export const SpanOutcome = z.enum([
  "running",
  "ok",
  "failed",
  "denied",
  "stopped",
  "waiting",
  "unknown",
]);
export type SpanOutcome = z.infer<typeof SpanOutcome>;

/** What is odd about a span. Shown, never hidden. */
export const SpanFinding = z.enum([
  "orphan",
  "cycle",
  "duplicate-id",
  "clock-skew",
  "malformed-envelope",
  "foreign-write",
  "unplanned",
  "retried",
  "never-ended",
  "other",
]);
export type SpanFinding = z.infer<typeof SpanFinding>;

/** Numbers of one column, checked in one loop: a large run has hundreds of thousands of them. */
const columnOf = (fits: (value: number) => boolean) =>
  z.custom<number[]>(
    (column) =>
      Array.isArray(column) && column.every((value) => typeof value === "number" && fits(value)),
  );
const counts = columnOf((value) => Number.isInteger(value) && value >= 0);
const places = columnOf((value) => Number.isInteger(value) && value >= -1);
const integers = columnOf(Number.isInteger);
const numbers = columnOf(Number.isFinite);

/**
 * Spans as columns of equal length, in the order in which they began. Texts are indices into `texts`; a parent
 * is an index into the columns, −1 for none. Times are milliseconds since the run began. Read them with
 * `readSpans` (components/inspector/run).
 */
export const SpanColumns = z.strictObject({
  texts: z.array(z.string()),
  /** Indices into `SpanKind.options`. */
  kind: counts,
  /** The hop's own id, or the hop that the work belongs to. Index into `texts`. */
  hopRef: counts,
  /** What `parentRef` names, resolved: −1 for a root, and for a parent that is not there. */
  parent: places,
  /** Node, tool, model, or the policy's outcome, by name. Index into `texts`. */
  name: counts,
  /** Indices into `SpanOutcome.options`. */
  outcome: counts,
  /** Differences to the span before (to 0 for the first), which are small: `readSpans` adds them up. */
  startMs: numbers,
  /** −1 while it goes on. */
  durationMs: numbers,
  /** `seq` of the event that began it, as the difference to the span before. */
  firstSeq: integers,
  /** `seq` of the event that ended it, as the difference to that of the event that began it; −1: none yet. */
  lastSeq: integers,
  /** Parents that a cycle would have led back to: `parent` is −1 there, so that every walk upwards ends. */
  cut: z.array(z.strictObject({ span: count, parent: count })),
  /** Index of a span, and what is odd about it (index into `SpanFinding.options`); `text` says how. */
  findings: z.array(z.strictObject({ span: count, code: count, text: z.string() })),
});
export type SpanColumns = z.infer<typeof SpanColumns>;

/**
 * `GET /api/admin/runs/[runId]/trace?eventCount=&status=`: both are given by whoever has a trace already,
 * and as it is known there.
 */
export const TraceQuery = z.strictObject({
  eventCount: z.coerce.number().int().min(0).optional(),
  status: RunStatus.optional(),
});

/** `GET /api/admin/runs/[runId]/trace` */
export const RunTrace = z.strictObject({
  run: InspectedRun,
  /** The newest event's `seq`; they are gapless from 1, so this is how many there are. */
  eventCount: count,
  /** How many events there are of each type. */
  eventTypes: z.record(z.string(), count),
  hopCount: count,
  /** How many spans the database holds; `spans` holds the first of them. */
  spanCount: count,
  spans: SpanColumns,
});
export type RunTrace = z.infer<typeof RunTrace>;

/** The handler's answer: `unchanged` where there is nothing that is not known. */
export const TraceAnswer = z.union([z.strictObject({ unchanged: z.literal(true) }), RunTrace]);
