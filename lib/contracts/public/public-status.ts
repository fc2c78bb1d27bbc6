/** All statuses that a person can see. They never name or count hops, tools or calls. */
import * as z from "zod/mini";

export const PublicStatus = z.enum([
  "thinking",
  "starting",
  "queued",
  "waiting",
  "looking-up",
  "working-it-out",
  "reading",
]);
export type PublicStatus = z.infer<typeof PublicStatus>;
