/** The lines of a bundle (JSON Lines): a part of the trail that proves itself to whoever has the public key. Pure. */
import * as z from "zod/mini";
import { HASH_BYTES } from "../limits.ts";

const place = z.int().check(z.nonnegative());
const hash = z.string().check(z.regex(new RegExp(`^[0-9a-f]{${2 * HASH_BYTES}}$`)));
const textOrNull = z.nullable(z.string());

/** What the tree holds of an audit event: commitments in place of what may be erased. */
export const BundledLeaf = z.strictObject({
  /** 2: with the row's MAC. 3: with the number of a look, too. */
  version: z.literal([1, 2, 3]),
  place,
  id: z.string(),
  at: z.string(),
  actorId: textOrNull,
  action: z.string(),
  target: z.string(),
  outcome: z.string(),
  subjectId: textOrNull,
  runId: textOrNull,
  detail: hash,
  mac: z.optional(z.string()),
  subjectSeq: z.optional(z.int().check(z.positive())),
  log: z.optional(hash),
  answer: z.optional(hash),
});

const BundledLogEvent = z.strictObject({
  seq: z.int().check(z.positive()),
  publicSeq: z.nullable(z.int()),
  type: z.string(),
  visibility: z.string(),
  hopRef: textOrNull,
  at: z.string(),
  version: z.int(),
  /** Null: erased, or not given out. */
  payload: z.unknown(),
  salt: z.string(),
});

/** The places of the lines follow each other without a gap, so that nothing can be left out. */
export const BundleLine = z.discriminatedUnion("type", [
  /** The first line. */
  z.strictObject({
    type: z.literal("bundle"),
    /** 1: from before the row of the export said what this line says. */
    version: z.literal([1, 2]),
    origin: z.string(),
    /** When it was exported: the time of the row of the export, where there is one. */
    at: z.string(),
    /** What was asked for: a `BundleQuery`; empty: the whole trail. */
    query: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
    /** Whether the logs of runs have what people, models and tools wrote. */
    payloads: z.optional(z.boolean()),
    /** The row of this export. Absent: no row vouches for this line. */
    exportId: z.optional(z.string()),
  }),
  /** Rows that were not asked for, as the root of a full subtree. */
  z.strictObject({ type: z.literal("tree"), place, leaves: z.int().check(z.positive()), hash }),
  /** A row. Without `detail` and `salt` its detail was erased. */
  z.strictObject({
    type: z.literal("event"),
    leaf: BundledLeaf,
    /** Hash of the leaf. It tells a changed row from a forged tree. */
    hash,
    detail: z.optional(z.unknown()),
    salt: z.optional(z.string()),
  }),
  /** The seal of the run that the row before it ended, base64. `erased`: the place of the tombstone. */
  z.strictObject({
    type: z.literal("run"),
    runId: z.string(),
    commitments: z.string(),
    erased: z.optional(place),
  }),
  /** An event of that run's log, in order. */
  z.strictObject({ type: z.literal("run-event"), runId: z.string(), event: BundledLogEvent }),
  /** Signed over all rows before it. */
  z.strictObject({ type: z.literal("checkpoint"), note: z.string() }),
]);

export type BundleLine = z.infer<typeof BundleLine>;
export type BundleLineOf<Type extends BundleLine["type"]> = Extract<BundleLine, { type: Type }>;
