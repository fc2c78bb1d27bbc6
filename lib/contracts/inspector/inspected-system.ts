/** The instances of the deployment, what they took over from each other, and the work at this moment. */
import * as z from "zod/mini";

const count = z.int().check(z.nonnegative());
const moment = z.iso.datetime();

/** `draining`: told to end. `gone`: not heard of for `INSTANCE_GONE_MS`. */
export const InstanceState = z.enum(["up", "draining", "gone"]);
export type InstanceState = z.infer<typeof InstanceState>;

const InspectedInstance = z.strictObject({
  /** Its name in leases: `name:uuid`, or the uuid alone. */
  id: z.string(),
  version: z.string(),
  state: InstanceState,
  startedAt: moment,
  seenAt: moment,
  /** As it said last: runs that it works on, open streams, and runs that it has taken over from others. */
  runs: count,
  streams: count,
  takeovers: count,
  memoryBytes: count,
});
export type InspectedInstance = z.infer<typeof InspectedInstance>;

const InspectedTakeover = z.strictObject({
  runId: z.string(),
  seq: count,
  at: moment,
  /** Names of instances. */
  from: z.string(),
  to: z.string(),
  /** From 1: how often the run was taken over. */
  takeover: count,
  /** Characters of the answer that were on record. */
  length: count,
  /** The run has a call that writes of which nobody knows whether it was done. */
  mayHaveHappened: z.boolean(),
});
export type InspectedTakeover = z.infer<typeof InspectedTakeover>;

const InspectedWork = z.strictObject({
  running: count,
  /** How many of them have an expired lease: no process says that it works on them. */
  expired: count,
  oldest: z.nullable(z.strictObject({ runId: z.string(), startedAt: moment })),
  /** Rows of the audit trail that wait for their place in it. */
  unsealed: count,
  /** Models whose calls at once are limited and at which a call is made or waits now, by the name of their queue. */
  places: z.array(z.strictObject({ queue: z.string(), taken: count, waiting: count })),
  /** Scheduled work of the last days by pg-boss's states; null where the queue was never started. */
  jobs: z.nullable(z.array(z.strictObject({ state: z.string(), jobs: count }))),
});
export type InspectedWork = z.infer<typeof InspectedWork>;

/** What the database knows of all instances. */
export const StoredSystem = z.strictObject({
  /** When it was read, by the database's clock. */
  at: moment,
  /** Those heard of in the last day: first those that run, each group newest first. */
  instances: z.array(InspectedInstance),
  /** Newest first. */
  takeovers: z.array(InspectedTakeover),
  work: InspectedWork,
});
export type StoredSystem = z.infer<typeof StoredSystem>;

/** `GET /api/admin/system` */
export const InspectedSystem = z.extend(StoredSystem, {
  /** The instance that answers, and whether the bus is open there. */
  answeredBy: z.string(),
  bus: z.strictObject({ kind: z.enum(["postgres", "redis"]), isOpen: z.boolean() }),
});
export type InspectedSystem = z.infer<typeof InspectedSystem>;
