/** Whether a run is what was sealed. */
import * as z from "zod/mini";

/** `before`: it ended before runs were sealed. `waiting`: it gets its seal within a second. */
const UNSEALED = ["running", "waiting", "before"] as const;

const FAULTS = [
  "row-missing",
  "row-changed",
  "not-included",
  "note-unreadable",
  "seal-changed",
  "event-missing",
  "event-changed",
  "event-added",
  "payload-missing",
  "answer-changed",
  "log-forged",
] as const;

export const RunSealCheck = z.discriminatedUnion("state", [
  z.strictObject({ state: z.enum(UNSEALED) }),
  z.strictObject({
    state: z.literal("holds"),
    /** Place of the run's end in the trail. */
    place: z.int().check(z.nonnegative()),
    /** Size of the checkpoint that covers it. */
    size: z.int().check(z.positive()),
    /** The root over the run's log, hex. */
    root: z.string(),
    events: z.int().check(z.nonnegative()),
    /** Events whose payload was erased. */
    erased: z.int().check(z.nonnegative()),
    /** Events of a version that signed none: until they were sealed, somebody could have changed them. */
    unsigned: z.int().check(z.nonnegative()),
    /** Under which rule: `person`, `operator` or `retention`; null where nothing was erased. */
    rule: z.nullable(z.string()),
    /** Verifies the checkpoint's signature. */
    verifierKey: z.string(),
  }),
  z.strictObject({
    state: z.literal("broken"),
    why: z.enum(FAULTS),
    place: z.int().check(z.nonnegative()),
    /** The first event that is not what was sealed; 0: not one of them. */
    seq: z.int().check(z.nonnegative()),
  }),
]);
export type RunSealCheck = z.infer<typeof RunSealCheck>;
export type SealFault = Extract<RunSealCheck, { state: "broken" }>["why"];
