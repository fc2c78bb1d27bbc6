/** Windows of a run's log, read while the operator scrolls. */
import * as z from "zod/mini";
import { EVENT_WINDOW_MAX } from "../../limits.ts";
import { InspectedEvent } from "./inspected-event.ts";

const count = z.int().check(z.nonnegative());

/** Kinds of events (`event-kinds.ts`), separated by commas. */
const Types = z.pipe(
  z.string().check(z.maxLength(2_000)),
  z.transform((list) => list.split(",").filter(Boolean)),
);

/** Query of `GET /api/admin/runs/[runId]/events` without `after`. */
export const EventWindowQuery = z.strictObject({
  /** The first `seq`. */
  from: z._default(z.coerce.number().check(z.int(), z.positive()), 1),
  limit: z._default(
    z.coerce.number().check(z.int(), z.minimum(1), z.maximum(EVENT_WINDOW_MAX)),
    200,
  ),
  /** Only these types. */
  types: z.optional(Types),
  /** With `types`: the number of such events to skip. */
  skip: z._default(z.coerce.number().check(z.int(), z.nonnegative()), 0),
});
export type EventWindowQuery = z.infer<typeof EventWindowQuery>;

/** `GET /api/admin/runs/[runId]/events?from=&limit=&types=&skip=`: oldest first, large payloads deferred. */
export const EventWindow = z.strictObject({
  events: z.array(InspectedEvent),
  /** The number of these events in the database. */
  total: count,
});
export type EventWindow = z.infer<typeof EventWindow>;

/** `GET /api/admin/runs/[runId]/events/[seq]?rankIn=a,b`: the number of events of these kinds before it. */
export const EventRank = z.strictObject({
  rank: count,
  /** Whether the event is of one of these kinds itself. */
  isShown: z.boolean(),
});
export const EventQuery = z.strictObject({ rankIn: z.optional(Types) });
