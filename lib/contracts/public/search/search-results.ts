/** What the browser may receive of a search: the person's own titles and visible messages, with the places of the hits. */
import * as z from "zod/mini";

/** From where to where in its text, in UTF-16 units, the end not included. */
const Range = z.readonly(z.tuple([z.number(), z.number()]));

export const FoundConversation = z.strictObject({
  id: z.string(),
  title: z.string(),
  ranges: z.array(Range),
  isArchived: z.boolean(),
});
export type FoundConversation = z.infer<typeof FoundConversation>;

export const FoundMessage = z.strictObject({
  messageId: z.string(),
  conversationId: z.string(),
  title: z.string(),
  role: z.enum(["user", "assistant"]),
  at: z.string(),
  /** The text around the first hit, on one line. */
  excerpt: z.string(),
  ranges: z.array(Range),
  isArchived: z.boolean(),
  /** True for a version that is not the one shown. */
  isOtherVersion: z.boolean(),
  /** When a reviewer found the answer wrong; absent: nobody did. */
  foundWrongAt: z.optional(z.string()),
});
export type FoundMessage = z.infer<typeof FoundMessage>;

/** `GET /api/search?q=`: conversations by their titles, and messages, of the newest conversations first. */
export const SearchResults = z.strictObject({
  conversations: z.array(FoundConversation),
  messages: z.array(FoundMessage),
  /** True where there are more messages than these. */
  hasMore: z.boolean(),
});
export type SearchResults = z.infer<typeof SearchResults>;

/** `GET /api/conversations/[id]/find?q=`: the shown messages that contain it, in order, and how often each does. */
export const FoundPlaces = z.strictObject({
  places: z.array(z.strictObject({ messageId: z.string(), count: z.number() })),
});
export type FoundPlaces = z.infer<typeof FoundPlaces>;
