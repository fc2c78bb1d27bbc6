/** What was found wrong with the trail and no admin has acknowledged yet. */
import * as z from "zod/mini";

export const TrailFinding = z.strictObject({
  id: z.string(),
  at: z.string(),
  fault: z.string(),
  /** Rows that somebody else had put among audit events. */
  rows: z.int(),
  /** The first place that does not hold. */
  place: z.nullable(z.int()),
  runId: z.nullable(z.string()),
  seq: z.nullable(z.int()),
  /** Name of an object in the database that is not ours. */
  name: z.nullable(z.string()),
});
export type TrailFinding = z.infer<typeof TrailFinding>;

export const TrailFindings = z.strictObject({
  findings: z.array(TrailFinding),
  mayAcknowledge: z.boolean(),
});
export type TrailFindings = z.infer<typeof TrailFindings>;

/** All that stand, up to this one. */
export const AcknowledgeFindings = z.strictObject({ through: z.uuid() });
