/** What the browser of a person learns of looks at what they wrote. */
import * as z from "zod/mini";

export const LooksNews = z.strictObject({
  unseen: z.boolean(),
  /** There is a verdict that they have not read. */
  verdict: z.boolean(),
});
export type LooksNews = z.infer<typeof LooksNews>;
