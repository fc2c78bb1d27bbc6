/** How the erasure of one's own account ended. */
import * as z from "zod/mini";

export const AccountErasure = z.strictObject({
  /** `running`: an answer is being written. `unconfirmed`: another address was typed. */
  is: z.enum(["erased", "running", "last-admin", "unconfirmed", "gone"]),
});
export type AccountErasure = z.infer<typeof AccountErasure>;
