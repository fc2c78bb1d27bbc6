/** Windows of a run's log, read while somebody scrolls. */
import { z } from "zod";
import { InspectedEvent } from "./inspected-event.ts";

const count = z.int().nonnegative();

/** Payloads above this are deferred: sent when their event is looked at. */
export const DEFERRED_BYTES = 4_096;

/** Events of one answer at most. */
const WINDOW_MAX = 500;

/** Types, separated by commas. */
const Types = z
  .string()
  .max(2_000)
  .transform((list) => list.split(",").filter(Boolean));

/** Query of `GET /api/admin/runs/[runId]/events`, where it has no `after`. */
export const EventWindowQuery = z.strictObject({
  /** The first `seq`. */
  from: z.coerce.number().int().positive().default(1),
  limit: z.coerce.number().int().min(1).max(WINDOW_MAX).default(200),
  /** Only these types. */
  types: Types.optional(),
  /** With `types`: how many of them to pass over. */
  skip: z.coerce.number().int().nonnegative().default(0),
});
export type EventWindowQuery = z.infer<typeof EventWindowQuery>;

/** `GET /api/admin/runs/[runId]/events?from=&limit=&types=&skip=`: oldest first, large payloads deferred. */
export const EventWindow = z.strictObject({
  events: z.array(InspectedEvent),
  /** How many the database holds, of these types where types are given. */
  total: count,
});
export type EventWindow = z.infer<typeof EventWindow>;

/** `GET /api/admin/runs/[runId]/events/[seq]`: one event with everything that this operator may see. */
export const WholeEvent = InspectedEvent;

/** `GET /api/admin/runs/[runId]/events/[seq]?rankIn=a,b`: how many events of these types come before it. */
export const EventRank = z.strictObject({ rank: count });
export const EventQuery = z.strictObject({ rankIn: Types.optional() });
