/** Who may read, for review, what was said in a run. */
import * as z from "zod/mini";

export const RunReviewers = z.strictObject({
  auditors: z.array(z.strictObject({ id: z.string(), name: z.string(), isGiven: z.boolean() })),
});
export type RunReviewers = z.infer<typeof RunReviewers>;

/** Body of `POST /api/admin/runs/[runId]/reviews`. */
export const ReviewRequest = z.strictObject({ auditorId: z.string(), isGiven: z.boolean() });
export type ReviewRequest = z.infer<typeof ReviewRequest>;
