/** What the browser of the person chatting may receive: conversations, messages, attachments. */
import * as z from "zod/mini";
import { MessageEnd } from "./message-end.ts";
import { AnswerFeedback } from "./person/answer-feedback.ts";
import { PublicContest } from "./review/contest.ts";
import { PublicSource } from "./sources/public-source.ts";

export const PublicAttachment = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  mediaType: z.string(),
  sizeBytes: z.int(),
  /** What a picture of an answer shows, in words. */
  alt: z.optional(z.string()),
  /** Present on a document with a fact that the person corrected after it was written. */
  corrected: z.optional(z.literal(true)),
});
export type PublicAttachment = z.infer<typeof PublicAttachment>;

/** A plain question that waits for the person's decision. */
export const PublicApproval = z.strictObject({
  id: z.uuid(),
  question: z.string(),
  status: z.enum(["pending", "approved", "declined", "expired"]),
  /** Its call has arguments that the person may change before they approve it. */
  canChange: z.optional(z.literal(true)),
});
export type PublicApproval = z.infer<typeof PublicApproval>;

/** One fact that the intake has understood so far. `path` names it in a correction. */
export const PublicFact = z.strictObject({
  path: z.string(),
  label: z.string(),
  value: z.string(),
});
export type PublicFact = z.infer<typeof PublicFact>;

export const PublicMessage = z.strictObject({
  id: z.uuid(),
  role: z.enum(["user", "assistant"]),
  content: z.string(),
  /** Null for a person's message, and for an answer whose run is live. */
  ending: z.nullable(MessageEnd),
  /** A plain sentence for the person when the answer failed. */
  notice: z.nullable(z.string()),
  /** Present on an answer whose run is live: where to stream it from. */
  liveRunId: z.nullable(z.uuid()),
  /** True on the newest answer where a retry makes sense. */
  canRetry: z.boolean(),
  /** True on the newest answer where it has text and is not whole. */
  canContinue: z.boolean(),
  /** Files that the person attached, or documents that an answer brought. */
  attachments: z.array(PublicAttachment),
  /** Questions below an answer, each with its state. */
  approvals: z.array(PublicApproval),
  /** What an answer cites, by the numbers in its text. */
  sources: z.array(PublicSource),
  /** The ids of all versions of this message, its own among them, in order; empty where there is one only. */
  versions: z.array(z.uuid()),
  /** What the person thinks of an answer; null for nothing. */
  feedback: z.nullable(AnswerFeedback),
  /** On an answer that its person contested. */
  contest: z.optional(PublicContest),
  /** On the newest answer that no agent remembers, as its memory has expired: of what is before, none does. */
  forgotten: z.optional(z.literal(true)),
  createdAt: z.iso.datetime(),
});
export type PublicMessage = z.infer<typeof PublicMessage>;

export const PublicConversation = z.strictObject({
  id: z.uuid(),
  title: z.string(),
  updatedAt: z.iso.datetime(),
});
export type PublicConversation = z.infer<typeof PublicConversation>;

/** `GET /api/conversations/[conversationId]/messages`: a part of what is shown, older than what the browser has. */
export const MessagePage = z.strictObject({
  messages: z.array(PublicMessage),
  hasOlder: z.boolean(),
});
export type MessagePage = z.infer<typeof MessagePage>;

/** `GET /api/conversations/[conversationId]`: the newest messages, or those that changed. */
export const ConversationDetail = z.strictObject({
  conversation: PublicConversation,
  messages: z.array(PublicMessage),
  /** Whether there are shown messages before the first of these. */
  hasOlder: z.boolean(),
  /** Erased when it is closed. */
  isTemporary: z.boolean(),
  /** Where it stands in the list. */
  place: z.strictObject({
    isPinned: z.boolean(),
    isArchived: z.boolean(),
    folderId: z.nullable(z.uuid()),
  }),
  /** "Understood so far": facts of a running intake, which the person may correct; empty where there is none. */
  understood: z.array(PublicFact),
});
export type ConversationDetail = z.infer<typeof ConversationDetail>;
