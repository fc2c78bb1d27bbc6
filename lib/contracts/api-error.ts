/** The one shape of an error body: `{"error": {"code", "message"}}`. The message is for a person. */
import * as z from "zod/mini";

export const ApiError = z.strictObject({
  error: z.strictObject({ code: z.string(), message: z.string() }),
});
export type ApiError = z.infer<typeof ApiError>;

/** The response body of a successful sign-in or sign-up: the path to go to. */
export const SignedIn = z.object({ to: z.string() });
