/** What stands behind the digests of a planned step and of its execution. */
import * as z from "zod/mini";
import { Payload } from "../events/inspected-event.ts";

const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/));

/** Query of `GET /api/admin/runs/[runId]/plan/arguments`: a planned digest, an execution's hop, or both. */
export const StepArgumentsQuery = z.strictObject({
  planned: z.optional(sha256),
  hop: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
});
export type StepArgumentsQuery = z.infer<typeof StepArgumentsQuery>;

export const StepArguments = z.strictObject({
  /** As the planning call wrote them, proved by the planned digest; null where nothing in the log has it. */
  planned: z.nullable(Payload),
  /** As the tool got them, and the event of the call; null where the execution was no call, or was not logged. */
  ran: z.nullable(z.strictObject({ seq: z.int().check(z.positive()), value: Payload })),
});
export type StepArguments = z.infer<typeof StepArguments>;
