/** Why what looked like a call in a model's text neither ran nor was shown. */
import * as z from "zod/mini";

export const LeftOut = z.enum([
  /** It has no end. */
  "cut",
  /** Something follows it. */
  "followed",
  /** No tool of its name was offered. */
  "not-offered",
  /** It stands in a result, a file or a page of its prompt. */
  "in-data",
  /** It stands in markers of a call, in a shape that is not known. */
  "unknown-shape",
]);
export type LeftOut = z.infer<typeof LeftOut>;
