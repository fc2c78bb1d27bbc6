/**
 * What a model server needs back with its own answer: signatures of thoughts, encrypted reasoning, reasoning beside tool calls.
 * Hidden state: no person reads it, and only the server that wrote it gets it.
 */
import * as z from "zod/mini";

export const OpaqueParts = z.strictObject({
  /** The server and model that they belong to, see `placeOf`. No other one gets them. */
  from: z.string(),
  /**
   * JSON text of what is sent back, so that storing it alters nothing. Null where it may not be kept as it came, because it
   * would be masked or is too long: then the calls beside it are not sent back as calls.
   */
  parts: z.nullable(z.string()),
});
export type OpaqueParts = z.infer<typeof OpaqueParts>;
