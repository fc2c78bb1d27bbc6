/** What the browser of the person chatting may hold: conversations, messages, attachments. */
import { z } from "zod";
import { MessageEnd } from "./message-end.ts";

export const PublicAttachment = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  mediaType: z.string(),
  sizeBytes: z.int(),
});
export type PublicAttachment = z.infer<typeof PublicAttachment>;

export const PublicMessage = z.strictObject({
  id: z.uuid(),
  role: z.enum(["user", "assistant"]),
  content: z.string(),
  /** Null for a person's message, and for an answer whose run is live. */
  ending: MessageEnd.nullable(),
  /** A plain sentence for the person when the answer failed. */
  notice: z.string().nullable(),
  /** Present on an answer whose run is live: where to stream it from. */
  liveRunId: z.uuid().nullable(),
  /** True on the newest answer when trying again makes sense. */
  canRetry: z.boolean(),
  attachments: z.array(PublicAttachment),
  createdAt: z.iso.datetime(),
});
export type PublicMessage = z.infer<typeof PublicMessage>;

export const PublicConversation = z.strictObject({
  id: z.uuid(),
  title: z.string(),
  updatedAt: z.iso.datetime(),
});
export type PublicConversation = z.infer<typeof PublicConversation>;

/** `GET /api/conversations` */
export const ConversationList = z.strictObject({ conversations: z.array(PublicConversation) });
export type ConversationList = z.infer<typeof ConversationList>;

/** `GET /api/conversations/[conversationId]` */
export const ConversationDetail = z.strictObject({
  conversation: PublicConversation,
  messages: z.array(PublicMessage),
});
export type ConversationDetail = z.infer<typeof ConversationDetail>;
