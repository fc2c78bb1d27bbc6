/** `GET /api/admin/compare?a&b`: two runs side by side, as an operator receives them. */
import { z } from "zod";
import { Payload } from "../events/inspected-event.ts";
import { InspectedStep } from "../plan/plan-inspection.ts";
import { InspectedRun } from "../run/inspected-run.ts";

const count = z.int().nonnegative();

/** `a` stands on the left, `b` on the right. */
export const CompareQuery = z.strictObject({ a: z.uuid(), b: z.uuid() });
export type CompareQuery = z.infer<typeof CompareQuery>;

/** `left` and `right`: only on that side. */
export const Change = z.enum(["same", "changed", "left", "right"]);
export type Change = z.infer<typeof Change>;

const Counts = z.strictObject({ same: count, changed: count, left: count, right: count });
export type ChangeCounts = z.infer<typeof Counts>;

/** Two lists, aligned. Where there are too many pairs, those that differ come first and the rest is counted. */
function aligned<Item extends z.ZodType>(item: Item) {
  const pair = z.strictObject({
    change: Change,
    left: item.nullable(),
    right: item.nullable(),
    /** Of a changed pair: what differs, by name. */
    differs: z.array(z.string()),
  });
  return z.strictObject({
    pairs: z.array(pair),
    counts: Counts,
    /** False where the lists are too different to be aligned item by item. */
    isAligned: z.boolean(),
  });
}

export const ComparedHop = z.strictObject({
  seq: count,
  hopRef: z.string(),
  depth: count,
  kind: z.string(),
  nodeId: z.string(),
  outcome: z.string().nullable(),
  durationMs: z.number().nonnegative().nullable(),
  /** Of what went in and what came out, where the hop kept them. */
  inputSha256: z.string().nullable(),
  outputSha256: z.string().nullable(),
});
export type ComparedHop = z.infer<typeof ComparedHop>;

export const AlignedHops = aligned(ComparedHop);
export type AlignedHops = z.infer<typeof AlignedHops>;
export const AlignedSteps = aligned(InspectedStep);
export type AlignedSteps = z.infer<typeof AlignedSteps>;

/** A stretch of the answers' words. */
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

/** The newest version of an agent's state that a run knew. */
const StateSide = z.strictObject({
  version: count,
  /** True where the run itself kept it. */
  kept: z.boolean(),
  bytes: count,
  readable: z.boolean(),
  sha256: z.string(),
});
export type StateSide = z.infer<typeof StateSide>;

export const ComparedState = z.strictObject({
  agentId: z.string(),
  change: Change,
  left: StateSide.nullable(),
  right: StateSide.nullable(),
  /** Value by value, by JSON pointer; those that are the same are counted alone. */
  values: z.array(
    z.strictObject({
      path: z.string(),
      change: z.enum(["changed", "left", "right"]),
      left: Payload.nullable(),
      right: Payload.nullable(),
    }),
  ),
  counts: Counts,
});
export type ComparedState = z.infer<typeof ComparedState>;

export const RunComparison = z.strictObject({
  left: ComparedRun,
  right: ComparedRun,
  /** What the person wrote and read: open to every operator. */
  question: ComparedText,
  answer: ComparedText,
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
  /** How many other runs the conversation has. */
  count,
});
export type CompareCandidates = z.infer<typeof CompareCandidates>;
