/** What the log of a run says of the question that it answers, and of files. */
import { z } from "zod";

/** A file that was kept, by its attachment. Its bytes are there alone. */
export const LoggedFile = z.strictObject({
  attachmentId: z.string(),
  name: z.string(),
  mediaType: z.string(),
  bytes: z.int().nonnegative(),
  sha256: z.string(),
  /** What a picture shows, in words; absent in older logs. */
  alt: z.string().nullable().optional(),
  /** ISO 8601; absent in older logs. */
  createdAt: z.string().optional(),
});
export type LoggedFile = z.infer<typeof LoggedFile>;

/** A file of a question, as it was sent. */
const AskedFile = z.strictObject({
  ...LoggedFile.shape,
  /** From 1, among the files of the question; 0: in order of time. */
  position: z.int().nonnegative(),
});

/** Where the messages of a turn stand in their conversation. None of it changes. */
const TurnPlace = z.strictObject({
  /** The message before the question; null for the first. */
  parentId: z.string().nullable(),
  questionOrdinal: z.int().positive(),
  questionBranch: z.int().nonnegative(),
  answerOrdinal: z.int().positive(),
  answerBranch: z.int().nonnegative(),
});
export type TurnPlace = z.infer<typeof TurnPlace>;

export const LoggedQuestion = z.strictObject({
  conversationId: z.string(),
  answerMessageId: z.string(),
  /** Of the words as they are stored, in UTF-8. */
  questionSha256: z.string(),
  /** In their order. */
  files: z.array(AskedFile),
  place: TurnPlace,
});
