/** What the browser may receive of a person's list of conversations. */
import * as z from "zod/mini";
import { PublicConversation } from "../conversation.ts";

/** `waiting`: a question waits for the person's word. `unread`: an answer ended since they last looked. */
export const ConversationState = z.enum(["idle", "running", "waiting", "unread"]);
export type ConversationState = z.infer<typeof ConversationState>;

export const ListedConversation = z.extend(PublicConversation, {
  state: ConversationState,
  isPinned: z.boolean(),
  folderId: z.nullable(z.uuid()),
});
export type ListedConversation = z.infer<typeof ListedConversation>;

export const ListedFolder = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  /** Number of its conversations, without archived ones and without pinned ones, which stand above. */
  count: z.int(),
  /** What one of them waits for: `waiting` before `running` before `unread`. */
  state: ConversationState,
});
export type ListedFolder = z.infer<typeof ListedFolder>;

/** A conversation in which something happens or waits: what page title, icon and notifications speak of. */
export const ConversationNews = z.strictObject({
  id: z.uuid(),
  title: z.string(),
  state: ConversationState,
  updatedAt: z.iso.datetime(),
});
export type ConversationNews = z.infer<typeof ConversationNews>;

/**
 * `GET /api/conversations`. The first part has the folders, and the pinned ones at its head; all others that are in no
 * folder are newest first. Of one folder, or of the archive: all of them are newest first.
 */
export const ConversationList = z.strictObject({
  folders: z.array(ListedFolder),
  /** News of the newest conversations, also of those in folders. Only in the first part. */
  news: z.array(ConversationNews),
  conversations: z.array(ListedConversation),
  /** For `?after=`; null behind the last part. */
  next: z.nullable(z.string()),
});
export type ConversationList = z.infer<typeof ConversationList>;
