/** How an answer was made, as its person may read it: who worked on it, on what it rests, and what it changed. */
import * as z from "zod/mini";
import { MessageEnd } from "../message-end.ts";
import { PublicSource } from "../sources/public-source.ts";

/**
 * What became of a change that the person was asked about. `agreed`: the answer after it says more. `undone`: it did not
 * succeed, or not as a whole. `unknown`: they agreed, and nothing is on record of it.
 */
export const AskedOutcome = z.enum([
  "waiting",
  "declined",
  "expired",
  "agreed",
  "done",
  "undone",
  "unknown",
]);
export type AskedOutcome = z.infer<typeof AskedOutcome>;

/** `GET /api/messages/[messageId]/made`. It has no tool, no argument, no prompt and no count. */
export const AnswerAccount = z.strictObject({
  /** Agents by the names that people read, each once. */
  agents: z.array(z.string()),
  sources: z.array(PublicSource),
  /** The questions that the person was asked, or decided, with this answer. */
  asked: z.array(z.strictObject({ question: z.string(), outcome: AskedOutcome })),
  /** What was changed outside of the conversation without such a question. `perhaps`: a change did not succeed as a whole. */
  unasked: z.enum(["nothing", "something", "perhaps"]),
  /** Names of the files that came with the answer. */
  files: z.array(z.string()),
  /** Null while it is being written. */
  ending: z.nullable(MessageEnd),
  /** False where what was recorded of it is no longer kept. */
  isKept: z.boolean(),
});
export type AnswerAccount = z.infer<typeof AnswerAccount>;
