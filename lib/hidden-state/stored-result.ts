/** The stored form of a tool history: as decoded, with large tool results compressed. */
import { z } from "zod";
import { AssistantEntry, ToolEntry, UserEntry } from "./chat-message.ts";
import { generalStateOf } from "./state-schemas.ts";

/** Results above this many bytes of UTF-8 are stored compressed. */
export const COMPRESS_ABOVE_BYTES = 8 * 1024;
/** No stored result may claim, or come out, larger. */
export const RESULT_MAX_BYTES = 8 * 1024 * 1024;
/** Nor may all of a history together. */
export const HISTORY_MAX_BYTES = 32 * 1024 * 1024;

/** gzip in base64, and the bytes of UTF-8 that must come out. */
export const CompressedText = z.strictObject({
  $gz: z.string().max(2 * RESULT_MAX_BYTES),
  bytes: z.int().positive().max(RESULT_MAX_BYTES),
});
export type CompressedText = z.infer<typeof CompressedText>;

export const StoredToolEntry = z.strictObject({
  ...ToolEntry.shape,
  content: z.union([z.string(), CompressedText]),
});
export type StoredToolEntry = z.infer<typeof StoredToolEntry>;

export const StoredMessage = z.discriminatedUnion("role", [
  UserEntry,
  AssistantEntry,
  StoredToolEntry,
]);
export type StoredMessage = z.infer<typeof StoredMessage>;

export const StoredGeneralState = generalStateOf(StoredMessage);
export type StoredGeneralState = z.infer<typeof StoredGeneralState>;
