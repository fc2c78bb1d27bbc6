import "server-only";
/** What can come of a cell. */
import { z } from "zod";

export const CellReply = z.object({
  id: z.number(),
  stdout: z.string(),
  stderr: z.string(),
  /** `repr` of the last expression's value; null where there is none. */
  value: z.string().nullable(),
  /** A short traceback. */
  error: z.string().nullable(),
  /** The first cell of its process. */
  fresh: z.boolean(),
});
export type CellReply = z.infer<typeof CellReply>;

/** All but `done` and `not-started` cost the conversation its variables. */
export type CellEnd =
  | { kind: "done"; reply: CellReply }
  | { kind: "timed-out" }
  | { kind: "out-of-memory" }
  | { kind: "crashed" }
  | { kind: "aborted" }
  | { kind: "not-started" };
