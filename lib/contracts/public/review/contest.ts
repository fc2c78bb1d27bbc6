/** A person contests an answer of their own, and reads what came of it. */
import * as z from "zod/mini";
import { FEEDBACK_MAX_CHARS } from "../../limits.ts";

/** What is wrong with the answer. */
export const ContestedFor = z.enum([
  "not-true",
  "not-asked",
  "not-allowed",
  "not-to-see",
  "something-else",
]);
export type ContestedFor = z.infer<typeof ContestedFor>;

/** Body of `POST /api/messages/[messageId]/contest`. `read`: the person has the verdict before them. */
export const ContestRequest = z.discriminatedUnion("do", [
  z.strictObject({
    do: z.literal("contest"),
    what: ContestedFor,
    words: z.string().check(z.trim(), z.maxLength(FEEDBACK_MAX_CHARS)),
  }),
  z.strictObject({ do: z.literal("read") }),
]);
export type ContestRequest = z.infer<typeof ContestRequest>;

const PublicVerdict = z.strictObject({
  /** Whether the answer was found wrong. */
  upheld: z.boolean(),
  /** For the person; empty for none. */
  words: z.string(),
  at: z.iso.datetime(),
  /** It takes the place of an earlier one by the same reviewer. */
  corrected: z.boolean(),
});

export const PublicContest = z.strictObject({
  /** What person and reviewers call it. */
  reference: z.string(),
  what: ContestedFor,
  at: z.iso.datetime(),
  state: z.enum(["waiting", "taken", "judged"]),
  /** Null until there is one. */
  verdict: z.nullable(PublicVerdict),
  /** There is a verdict that the person has not read. */
  isNews: z.boolean(),
});
export type PublicContest = z.infer<typeof PublicContest>;
