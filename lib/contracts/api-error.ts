/** The one shape of an error body: `{"error": {"code", "message"}}`. The message is for a person. */
import * as z from "zod/mini";

export const ApiError = z.strictObject({
  error: z.strictObject({ code: z.string(), message: z.string() }),
});
export type ApiError = z.infer<typeof ApiError>;

/** The body of a sign-in or a sign-up that succeeded: where the person was going. */
export const Entered = z.object({ to: z.string() });
