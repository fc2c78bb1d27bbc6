/** Figures of all runs over time, for `/admin`. */
import * as z from "zod/mini";

const count = z.int().check(z.nonnegative());
const figure = z.number().check(z.nonnegative());

export const OverviewRange = z.enum(["1h", "24h", "7d", "30d"]);
export type OverviewRange = z.infer<typeof OverviewRange>;

/**
 * Query of `GET /api/admin/overview`. Without a `range`: the shortest that holds every run of the last day. `offset`:
 * minutes from the reader's time to UTC, so that a day is the reader's day.
 */
export const OverviewQuery = z.strictObject({
  range: z.optional(OverviewRange),
  offset: z._default(z.coerce.number().check(z.int(), z.minimum(-840), z.maximum(840)), 0),
});
export type OverviewQuery = z.infer<typeof OverviewQuery>;

/** Figures of the runs that started in a period. */
export const OverviewFigures = z.strictObject({
  runs: count,
  running: count,
  complete: count,
  stopped: count,
  empty: count,
  failed: count,
  interrupted: count,
  /** Runs by their severest policy decision on a hop. */
  denied: count,
  wouldDeny: count,
  needsApproval: count,
  /** Runs by what became of a call that they left for the person. */
  waiting: count,
  approved: count,
  declined: count,
  /** Runs with a plan, their mean D, and the number of those with a high D. */
  planned: count,
  deviation: z.nullable(figure),
  highDeviation: count,
  /** Runs whose agent says in its context state that it cannot go on. */
  blocked: count,
  /** Answers with a thumb. */
  liked: count,
  disliked: count,
  inputTokens: count,
  outputTokens: count,
  /** Total of the runs whose model has a price; null where none has. */
  cost: z.nullable(figure),
  /** Ended runs without a cost: because a model has no price, or for another reason. */
  noPrice: count,
  unknownCost: count,
  /** Durations in milliseconds at 50, 95 and 99 % of the runs; null where none has ended. */
  p50: z.nullable(figure),
  p95: z.nullable(figure),
  p99: z.nullable(figure),
  /** Stored versions of hidden state, and their sizes in bytes. */
  states: count,
  stateMedianBytes: z.nullable(figure),
  stateLargestBytes: z.nullable(figure),
});
export type OverviewFigures = z.infer<typeof OverviewFigures>;

const OverviewBucket = z.extend(OverviewFigures, {
  from: z.iso.datetime(),
  /** The start of the next bucket. */
  to: z.iso.datetime(),
});

/** `GET /api/admin/overview` */
export const Overview = z.strictObject({
  range: OverviewRange,
  from: z.iso.datetime(),
  to: z.iso.datetime(),
  /** Figures of the whole range. */
  total: OverviewFigures,
  /** Without gaps, oldest first; the last one is not complete. */
  buckets: z.array(OverviewBucket),
});
export type Overview = z.infer<typeof Overview>;
