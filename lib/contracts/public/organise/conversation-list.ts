/** What the browser may receive of a person's list of conversations. */
import * as z from "zod/mini";
import { PublicConversation } from "../conversation.ts";

/** `waiting`: a question waits for the person's word. `unread`: an answer ended since they last looked. */
export const ConversationState = z.enum(["idle", "running", "waiting", "unread"]);
export type ConversationState = z.infer<typeof ConversationState>;

export const ListedConversation = z.extend(PublicConversation, {
  state: ConversationState,
  isPinned: z.boolean(),
});
export type ListedConversation = z.infer<typeof ListedConversation>;

/** `GET /api/conversations`. The first part has the pinned ones at its head; all others are newest first. */
export const ConversationList = z.strictObject({
  conversations: z.array(ListedConversation),
  /** For `?after=`; null behind the last part. */
  next: z.nullable(z.string()),
});
export type ConversationList = z.infer<typeof ConversationList>;
