/** `GET /api/admin/compare?a&b`: two runs side by side, for an operator. */
import * as z from "zod/mini";
import { Payload } from "./events/inspected-event.ts";
import { InspectedRun } from "./run/inspected-run.ts";
import { InspectedStep } from "./run/plan-inspection.ts";
import { RememberedExchange } from "./run/state-inspection.ts";

const count = z.int().check(z.nonnegative());

/** `a` is on the left, `b` on the right. */
export const CompareQuery = z.strictObject({ a: z.uuid(), b: z.uuid() });
export type CompareQuery = z.infer<typeof CompareQuery>;

/** `left` and `right`: only on that side. `hidden`: on both sides, and this operator is not told whether it is the same. */
export const Change = z.enum(["same", "changed", "left", "right", "hidden"]);
export type Change = z.infer<typeof Change>;

const Counts = z.strictObject({
  same: count,
  changed: count,
  left: count,
  right: count,
  hidden: count,
});
export type ChangeCounts = z.infer<typeof Counts>;

/** Two aligned lists. With too many pairs, the differing ones come first and the others are only counted. */
function aligned<Item extends z.ZodMiniType>(item: Item) {
  const pair = z.strictObject({
    change: Change,
    left: z.nullable(item),
    right: z.nullable(item),
    /** The names of what differs in a changed pair. */
    differs: z.array(z.string()),
  });
  return z.strictObject({
    pairs: z.array(pair),
    counts: Counts,
    /** False where the lists are too different to align item by item. */
    isAligned: z.boolean(),
  });
}

export const ComparedHop = z.strictObject({
  seq: count,
  hopRef: z.string(),
  depth: count,
  kind: z.string(),
  nodeId: z.string(),
  outcome: z.nullable(z.string()),
  durationMs: z.nullable(z.number().check(z.nonnegative())),
  /** Digests of input and output, if the hop recorded them and the operator may compare them. */
  inputSha256: z.nullable(z.string()),
  outputSha256: z.nullable(z.string()),
});
export type ComparedHop = z.infer<typeof ComparedHop>;

export const AlignedHops = aligned(ComparedHop);
export type AlignedHops = z.infer<typeof AlignedHops>;
export const AlignedSteps = aligned(InspectedStep);
export type AlignedSteps = z.infer<typeof AlignedSteps>;

/** A section of the compared answers. */
export const TextPart = z.strictObject({
  change: z.enum(["same", "left", "right"]),
  text: z.string(),
});
export type TextPart = z.infer<typeof TextPart>;

export const ComparedText = z.strictObject({
  same: z.boolean(),
  parts: z.array(TextPart),
  isAligned: z.boolean(),
});
export type ComparedText = z.infer<typeof ComparedText>;

export const ComparedRun = z.strictObject({
  run: InspectedRun,
  hasPlan: z.boolean(),
  hopCount: count,
  revisions: count,
});
export type ComparedRun = z.infer<typeof ComparedRun>;

/** The newest version of an agent's state up to the end of a run. */
const StateSide = z.strictObject({
  version: count,
  /** True where the run itself stored it. */
  kept: z.boolean(),
  bytes: count,
  readable: z.boolean(),
  sha256: z.string(),
});
export type StateSide = z.infer<typeof StateSide>;

export const ComparedState = z.strictObject({
  agentId: z.string(),
  change: Change,
  left: z.nullable(StateSide),
  right: z.nullable(StateSide),
  /**
   * Tool-call history: the newest exchanges of both runs, those that differ before equal ones. `inBefore`: of the left
   * run, `inAfter`: of the right one. Null for another memory, and where a side cannot be decoded.
   */
  exchanges: z.nullable(z.array(RememberedExchange)),
  exchangeCounts: Counts,
  /** Differing values by JSON pointer; equal ones are only counted. */
  values: z.array(
    z.strictObject({
      path: z.string(),
      change: z.enum(["changed", "left", "right"]),
      left: z.nullable(Payload),
      right: z.nullable(Payload),
    }),
  ),
  counts: Counts,
});
export type ComparedState = z.infer<typeof ComparedState>;

export const RunComparison = z.strictObject({
  left: ComparedRun,
  right: ComparedRun,
  /**
   * Without access to the payloads of both runs, only shapes are compared: whoever has a run of their own would learn
   * whether the other one holds the same words.
   */
  hidden: z.boolean(),
  /** What the person wrote and read; null where it is hidden. */
  question: z.nullable(ComparedText),
  answer: z.nullable(ComparedText),
  plan: AlignedSteps,
  hops: AlignedHops,
  states: z.array(ComparedState),
});
export type RunComparison = z.infer<typeof RunComparison>;

/** `GET /api/admin/compare/candidates?run`: other runs of the same conversation, newest first. */
export const CandidateQuery = z.strictObject({ run: z.uuid() });
export const CompareCandidates = z.strictObject({
  run: InspectedRun,
  others: z.array(InspectedRun),
  /** The number of other runs in the conversation. */
  count,
});
export type CompareCandidates = z.infer<typeof CompareCandidates>;
