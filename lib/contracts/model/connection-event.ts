/** What happened at a connection to a model, as instances share it. */
import * as z from "zod/mini";

export const ConnectionEventKind = z.enum(["failed", "answered"]);

export type ConnectionEvent = {
  id: string;
  connection: string;
  kind: z.infer<typeof ConnectionEventKind>;
  /** A digest of the conversation; empty for an answer. */
  by: string;
  /** So many milliseconds ago. */
  ageMs: number;
};

/** The breaker of a connection: whether calls go to it. */
export const BreakerPosition = z.enum([
  "closed",
  /** Its last calls failed: calls leave it out for half a minute. */
  "open",
  /** One call tries it. */
  "half-open",
]);
