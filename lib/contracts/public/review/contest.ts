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

/** Body of `POST /api/messages/[messageId]/contest`. `appeal`: once, to somebody who has not judged it. `read`: the person has the verdict before them. */
export const ContestRequest = z.discriminatedUnion("do", [
  z.strictObject({
    do: z.literal("contest"),
    what: ContestedFor,
    words: z.string().check(z.trim(), z.maxLength(FEEDBACK_MAX_CHARS)),
  }),
  z.strictObject({
    do: z.literal("appeal"),
    words: z.string().check(z.trim(), z.minLength(1), z.maxLength(FEEDBACK_MAX_CHARS)),
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
  /** Null: they did not contest the answer, but rated it down, and somebody looks at it. */
  what: z.nullable(ContestedFor),
  at: z.iso.datetime(),
  state: z.enum(["waiting", "taken", "judged"]),
  /** Null until there is one. After an appeal, the one before it until there is another. */
  verdict: z.nullable(PublicVerdict),
  appealedAt: z.nullable(z.iso.datetime()),
  mayAppeal: z.boolean(),
  /** No later prompt holds the question and the answer. */
  hasLeftMemory: z.boolean(),
  /** There is a verdict that the person has not read. */
  isNews: z.boolean(),
});
export type PublicContest = z.infer<typeof PublicContest>;
