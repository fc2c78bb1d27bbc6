/** What rows of the trail say of the model judge. */
import { z } from "zod";

/** How many of so many cases a judge told as people do. */
const judged = z.strictObject({ found: z.int().nonnegative(), of: z.int().nonnegative() });

export const JUDGE_DETAILS = {
  /** A version of the model judge. `prompt`: its SHA-256; the target names the version as well. */
  "review.judge-written": z.strictObject({
    version: z.int().positive(),
    prompt: z.string(),
    model: z.string().nullable(),
  }),
  /** `found`, `of`: on the cases of the test split that people found wrong, and on the others. */
  "review.judge-ended": z.strictObject({
    version: z.int().positive(),
    why: z.string(),
    wrong: judged,
    right: judged,
  }),
  /**
   * Nobody but the server: the model judge has read a case. `reason`: of its words. `judgement`: of outcome and score, which
   * nobody reads before the case is decided. Rows of earlier versions have these two in clear instead.
   */
  "review.scored": z.strictObject({
    version: z.int().positive(),
    reason: z.string(),
    judgement: z.string().optional(),
    outcome: z.string().optional(),
    score: z.int().nullable().optional(),
  }),
};
