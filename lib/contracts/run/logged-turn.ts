/** What the log of a run says of its question, of files, and of what the run left in other tables. */
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
  /** Which stretches of them were pasted, in UTF-16 units. Absent in older logs. */
  pasted: z.array(z.tuple([z.int(), z.int()])).optional(),
  /** In their order. */
  files: z.array(AskedFile),
  place: TurnPlace,
});

/**
 * Digests of the rows that a run left in other tables: SHA-256 of canonical JSON (`lib/db/audit/runs/left-rows.ts`). They are
 * part of the event `run.ended`, so that an edit of these rows is found. People do not get them. Older logs have none.
 */
export const RunLeft = z.strictObject({
  /** Its figures and tags. */
  runSha256: z.string(),
  /** Null: it left none. */
  scoreSha256: z.string().nullable(),
  hopsSha256: z.string().nullable(),
  deltas: z.array(z.strictObject({ agentId: z.string(), sha256: z.string() })),
  states: z.array(
    z.strictObject({ agentId: z.string(), version: z.int(), bytes: z.int(), sha256: z.string() }),
  ),
  quarantined: z.array(
    z.strictObject({ agentId: z.string(), version: z.int(), reasonSha256: z.string() }),
  ),
  /** `resumeSha256`: of what it needs to go on, which is erased before the rest. */
  approvals: z.array(
    z.strictObject({ approvalId: z.string(), sha256: z.string(), resumeSha256: z.string() }),
  ),
});
export type RunLeft = z.infer<typeof RunLeft>;
