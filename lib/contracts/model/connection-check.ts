/** Whether the address, the key and the model of a connection are right, with one sentence for the operator. */
import * as z from "zod/mini";

export const ConnectionState = z.enum([
  "ok",
  "unreachable",
  "unauthorised",
  "no-such-model",
  /** The server answers, but not so that the model could be judged: no credit, or too many requests. */
  "not-checked",
]);
export type ConnectionState = z.infer<typeof ConnectionState>;

export const ConnectionCheck = z.strictObject({
  state: ConnectionState,
  /** Names the setting to correct; never contains a key. */
  sentence: z.string(),
});
export type ConnectionCheck = z.infer<typeof ConnectionCheck>;
