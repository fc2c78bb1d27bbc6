/** Whether a turn with a connection would work, with one sentence for the operator. */
import * as z from "zod/mini";

export const ConnectionState = z.enum([
  "ok",
  "unreachable",
  "unauthorised",
  "no-such-model",
  /** The server refuses what a turn sends. What it lacks, the probes may find out. */
  "refused",
  /** The server answers, and no turn would work: no credit, too many requests, out of memory, an answer that is none. */
  "failing",
  /** The server was asked and has not answered yet. */
  "not-checked",
]);
export type ConnectionState = z.infer<typeof ConnectionState>;

export const ConnectionCheck = z.strictObject({
  state: ConnectionState,
  /** Names the setting to correct; never contains a key. */
  sentence: z.string(),
});
export type ConnectionCheck = z.infer<typeof ConnectionCheck>;
