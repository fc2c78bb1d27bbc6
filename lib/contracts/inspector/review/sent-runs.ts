/** An admin sends runs to review, from the list of runs. */
import * as z from "zod/mini";
import { RunFilters } from "../run-query.ts";

/** Body of `POST /api/admin/review/sent`: these runs, or what these filters find. */
export const SendRuns = z.union([
  z.strictObject({ runIds: z.array(z.uuid()).check(z.minLength(1), z.maxLength(200)) }),
  z.strictObject({ filters: RunFilters }),
]);
export type SendRuns = z.infer<typeof SendRuns>;

export const RunsSent = z.strictObject({
  /** Without those that were sent before. */
  sent: z.int(),
  /** There are more than one press sends. */
  hasMore: z.boolean(),
});
export type RunsSent = z.infer<typeof RunsSent>;
