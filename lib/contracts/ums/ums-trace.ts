/**
 * `GET /conversations/{id}/runs/{runId}/trace`: what the service did for one run, for operators. It wants the operator's
 * service key, and each read is audited by the service before it answers.
 */
import { z } from "zod";

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** A tool call; null as a result where it did not run. Secrets and masked personal data are not in it. */
const TracedCall = z.object({
  toolCallId: z.string(),
  tool: z.string(),
  argsSha256: sha256,
  arguments: z.unknown(),
  result: z.string().nullable(),
});
export type TracedCall = z.infer<typeof TracedCall>;

/** Words of a hidden text that were cut out of the answer, or would have been, as they were written. */
export const TracedWords = z.object({
  kind: z.string(),
  from: z.string(),
  at: z.int().nonnegative(),
  text: z.string(),
});
export type TracedWords = z.infer<typeof TracedWords>;

export const TurnWork = z.object({
  calls: z.array(TracedCall),
  /** Absent in older traces. */
  hidden_words: z.array(TracedWords).optional(),
  /** The segments of its prompts by digest: the exact JSON that was sent. */
  segments: z.record(sha256, z.string()),
});
export type TurnWork = z.infer<typeof TurnWork>;

export const UmsTrace = z.object({
  conversation_id: z.guid(),
  run_id: z.string(),
  ...TurnWork.shape,
});
export type UmsTrace = z.infer<typeof UmsTrace>;
