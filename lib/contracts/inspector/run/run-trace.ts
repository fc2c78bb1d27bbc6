/** The trace of a run: its spans as columns, without payloads, small enough to be sent whole. */
import * as z from "zod/mini";
import { InspectedRun, RunStatus } from "./inspected-run.ts";

const count = z.int().check(z.nonnegative());

/** The kind of a span: a hop, or a piece of work inside one. */
export const SpanKind = z.enum([
  "coordinator",
  "agent",
  "service",
  "tool",
  "model-call",
  "policy",
  "approval",
  "gateway",
]);
export type SpanKind = z.infer<typeof SpanKind>;

export const SpanOutcome = z.enum([
  "running",
  "ok",
  "failed",
  "denied",
  "stopped",
  /** An early call that the plan used, or that it made superfluous. */
  "used",
  "discarded",
  "waiting",
  /** The call was left for the person's approval, and did not run in this run. */
  "left",
  "unknown",
]);
export type SpanOutcome = z.infer<typeof SpanOutcome>;

/** The findings about a span. */
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
  "invented-citation",
  "hidden-words",
  "other",
]);
export type SpanFinding = z.infer<typeof SpanFinding>;

/** The numbers of one column, checked in one loop: a large run has hundreds of thousands of them. */
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
 * Spans as columns of equal length, in starting order. Texts are indices into `texts`; a parent is an index into the
 * columns, −1 for none. Times are milliseconds since the run began. Decode them with `readSpans`
 * (components/inspector/run).
 */
export const SpanColumns = z.strictObject({
  texts: z.array(z.string()),
  /** Indices into `SpanKind.options`. */
  kind: counts,
  /** The hop's own id, or the hop that the work belongs to. Index into `texts`. */
  hopRef: counts,
  /** The span that `parentRef` refers to; −1 for a root, and for a missing parent. */
  parent: places,
  /** Node, tool, model, or the policy's outcome, by name. Index into `texts`. */
  name: counts,
  /** Indices into `SpanOutcome.options`. */
  outcome: counts,
  /** Indices into `TRUST`; −1: no model call reaches it, or it is from before origins were kept. */
  trust: places,
  /** Differences from the span before (from 0 for the first), which are small numbers: `readSpans` adds them up. */
  startMs: numbers,
  /** −1 while it is active. */
  durationMs: numbers,
  /** `seq` of its starting event, as the difference from the span before. */
  firstSeq: integers,
  /** `seq` of its ending event, as the difference from its starting event; −1: none yet. */
  lastSeq: integers,
  /** Parents that would close a cycle: `parent` is −1 there, so that every walk upwards ends. */
  cut: z.array(z.strictObject({ span: count, parent: count })),
  /** Index of a span, and a finding about it (index into `SpanFinding.options`) with its details. */
  findings: z.array(z.strictObject({ span: count, code: count, text: z.string() })),
});
export type SpanColumns = z.infer<typeof SpanColumns>;

/**
 * `GET /api/admin/runs/[runId]/trace?eventCount=&status=&waiting=`: a caller that has a trace already gives its values of all
 * three.
 */
export const TraceQuery = z.strictObject({
  eventCount: z.optional(z.coerce.number().check(z.int(), z.minimum(0))),
  status: z.optional(RunStatus),
  waiting: z.optional(z.coerce.number().check(z.int(), z.minimum(0))),
});

/** `GET /api/admin/runs/[runId]/trace` */
export const RunTrace = z.strictObject({
  run: InspectedRun,
  /** The newest event's `seq`; they are gapless from 1, so this is how many there are. */
  eventCount: count,
  /** How many rows before the newest one are gone from the log. */
  missingEvents: count,
  /** How many calls wait for the person's word. */
  waiting: count,
  /** The number of events of each type. */
  eventTypes: z.record(z.string(), count),
  hopCount: count,
  /** The number of spans in the database; `spans` has the first of them. */
  spanCount: count,
  spans: SpanColumns,
});
export type RunTrace = z.infer<typeof RunTrace>;

/** The response: `unchanged` where there is nothing new. */
export const TraceAnswer = z.union([z.strictObject({ unchanged: z.literal(true) }), RunTrace]);
