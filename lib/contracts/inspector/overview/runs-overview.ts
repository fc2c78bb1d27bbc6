/** Figures of all runs over time, for `/admin`. */
import { z } from "zod";

const count = z.int().nonnegative();
const figure = z.number().nonnegative();

export const OverviewRange = z.enum(["24h", "7d", "30d"]);
export type OverviewRange = z.infer<typeof OverviewRange>;

/** Query of `GET /api/admin/overview`. `offset`: minutes from the reader's time to UTC, so that a day is their day. */
export const OverviewQuery = z.strictObject({
  range: OverviewRange.default("24h"),
  offset: z.coerce.number().int().min(-840).max(840).default(0),
});
export type OverviewQuery = z.infer<typeof OverviewQuery>;

/** Figures of the runs that began in a stretch of time. */
export const OverviewFigures = z.strictObject({
  runs: count,
  running: count,
  complete: count,
  stopped: count,
  empty: count,
  failed: count,
  interrupted: count,
  /** Runs by the most severe decision on one of their hops. */
  denied: count,
  wouldDeny: count,
  needsApproval: count,
  /** Runs that had a plan, their mean D, and how many of them left it far. */
  planned: count,
  deviation: figure.nullable(),
  highDeviation: count,
  inputTokens: count,
  outputTokens: count,
  /** Of the runs whose model has a price; null where none has. */
  cost: figure.nullable(),
  /** Runs whose model has none. */
  unpriced: count,
  /** Milliseconds that half, 95 % and 99 % of the runs took at most; null where none has ended. */
  p50: figure.nullable(),
  p95: figure.nullable(),
  p99: figure.nullable(),
  /** Versions of hidden state that were stored, and their bytes. */
  states: count,
  stateMedianBytes: figure.nullable(),
  stateLargestBytes: figure.nullable(),
});
export type OverviewFigures = z.infer<typeof OverviewFigures>;

const OverviewBucket = OverviewFigures.extend({
  from: z.iso.datetime(),
  /** The moment at which the next begins. */
  to: z.iso.datetime(),
});

/** `GET /api/admin/overview` */
export const Overview = z.strictObject({
  range: OverviewRange,
  from: z.iso.datetime(),
  to: z.iso.datetime(),
  /** Of the whole range. */
  total: OverviewFigures,
  /** Gapless, oldest first; the last is not over yet. */
  buckets: z.array(OverviewBucket),
});
export type Overview = z.infer<typeof Overview>;
