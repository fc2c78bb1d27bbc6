/** `GET /api/attachments/[attachmentId]/passages/[passage]`: a passage of the person's own file, in its place. */
import * as z from "zod/mini";

export const PassageExcerpt = z.strictObject({
  name: z.string(),
  /** From 1. */
  passage: z.int().check(z.positive()),
  /** How many passages the file has. */
  total: z.int().check(z.positive()),
  /** The passages around it; null at the beginning and the end of the file. */
  before: z.nullable(z.string()),
  text: z.string(),
  after: z.nullable(z.string()),
});
export type PassageExcerpt = z.infer<typeof PassageExcerpt>;
