/** What a person thinks of an answer: a thumb, and why, kept for review. */
import * as z from "zod/mini";
import { FEEDBACK_MAX_CHARS } from "../../limits.ts";

export const Verdict = z.enum(["up", "down"]);
export type Verdict = z.infer<typeof Verdict>;

/** `words`: why, as the person wrote it; empty for none. */
export const AnswerFeedback = z.strictObject({ verdict: Verdict, words: z.string() });
export type AnswerFeedback = z.infer<typeof AnswerFeedback>;

/** Input of the action. Null withdraws it. */
export const GiveFeedback = z.strictObject({
  answerMessageId: z.uuid(),
  feedback: z.nullable(
    z.strictObject({
      verdict: Verdict,
      words: z.string().check(z.trim(), z.maxLength(FEEDBACK_MAX_CHARS)),
    }),
  ),
});
export type GiveFeedback = z.infer<typeof GiveFeedback>;
